import { type Answers, data } from '#lib/testing/gateway-stub.ts'
import { uuid } from '#lib/testing/views.ts'

export const times = { createdAt: '2026-11-18T08:00:00.000Z', lastUsedAt: '2026-11-18T09:00:00.000Z' }

export const otherSession = uuid()

export const ownAnswers: Answers = {
  'GET /global/staff/secondFactor': () =>
    data('GET /global/staff/secondFactor', {
      isOn: true,
      appSince: '2026-11-01T08:00:00.000Z',
      passkeys: [],
      offersPasskeys: false,
      recoveryCodesLeft: 7,
    }),
  'GET /global/staff/me/notices': () =>
    data('GET /global/staff/me/notices', {
      language: 'fr',
      choices: [
        { kind: 'order-review', notice: 'at-once' },
        { kind: 'claim', notice: 'morning' },
      ],
    }),
  'GET /global/staff/session': () =>
    data('GET /global/staff/session', {
      sessions: [
        { id: uuid(), browser: 'Firefox, Windows', ...times, isCurrent: true },
        { id: otherSession, browser: 'Safari, iOS', ...times, isCurrent: false },
      ],
    }),
}
