import type { ActivityEntry } from '@cotation/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aWorkspace, renderWorkspace } from '#features/quote/lines/lines-screen.fixture.tsx'
import { data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { wholeText } from '#lib/testing/whole-text.ts'
import { ActivityButton } from './activity-button.tsx'

const key = 'GET /global/project/{projectId}/activity'

let made = 0

/** An entry; the later it is created, the older it is. */
const anEntry = (event: ActivityEntry['event'], traits: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: String(1000 - ++made),
  at: '2026-11-16T09:30:00.000Z',
  actor: 'customer',
  event,
  changes: [],
  ...traits,
})

async function open(language: 'fr' | 'en' = 'en') {
  await renderWorkspace(aWorkspace([]), ActivityButton, { language })
  await userEvent.click(await screen.findByRole('button', { name: language === 'fr' ? 'Activité' : 'Activity' }))
  return within(await screen.findByRole('dialog'))
}

describe('the activity of a project', () => {
  it('is loaded when it is opened, and lists entries by day with actor and time', async () => {
    const { to } = stubGateway({
      [key]: () =>
        data(key, {
          entries: [
            anEntry({ kind: 'ordered', orderNumber: 'C-26-10001', count: 3 }),
            anEntry({ kind: 'expert-answered', name: 'bracket', unitMinor: 1250 }, { actor: 'staff' }),
            anEntry({ kind: 'claimed' }, { at: '2026-11-14T23:30:00.000Z' }),
            anEntry({ kind: 'created' }, { actor: 'visitor', at: '2026-11-14T12:00:00.000Z' }),
          ],
          hasOlder: false,
        }),
    })
    await renderWorkspace(aWorkspace([]), ActivityButton)
    const button = await screen.findByRole('button', { name: 'Activity' })
    expect(to(key)).toEqual([])

    await userEvent.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Project activity' }))
    expect(await dialog.findByText(wholeText('Order C-26-10001 placed for 3 parts'))).toBeTruthy()
    expect(dialog.getByText('Expert’s price for “bracket”: $12.50 per part')).toBeTruthy()
    expect(dialog.getByText(/^Our team, /)).toBeTruthy()
    expect(dialog.getByText(/^You, before logging in, /)).toBeTruthy()
    expect(dialog.getAllByRole('heading', { level: 3 }).length).toBeGreaterThanOrEqual(2)
    expect(dialog.getByText('Start of the recorded activity')).toBeTruthy()
  })

  it('says an edit in words, from before to after, in French', async () => {
    const event = {
      kind: 'lines-changed',
      count: 4,
      name: 'bride',
      others: ['carter'],
      catalogueVersion: '1',
      fields: [],
      before: {},
      after: {},
    } as const
    const changes: ActivityEntry['changes'] = [
      { field: 'material', before: 'PA12', after: 'Aluminium 6061' },
      { field: 'services', before: 'Peinture', after: '' },
      { field: 'quantity', before: null, after: '7' },
      { field: 'comment', before: '', after: '' },
    ]
    stubGateway({
      [key]: () => data(key, { entries: [anEntry({ ...event, fields: [] }, { changes })], hasOlder: false }),
    })

    const dialog = await open('fr')
    const entry = within(
      (await dialog.findByText('4 pièces modifiées : « bride », « carter » et 2 autres')).closest('li') ??
        document.body,
    )
    expect(entry.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Matériau\u00a0: Aluminium 6061 au lieu de PA12',
      'Services (supprimé)\u00a0: Peinture',
      'Quantité\u00a0: 7',
      'Commentaire\u00a0: valeur modifiée',
    ])
  })

  it('says that parts got different values, and which of them a change concerns', async () => {
    const event = {
      kind: 'lines-changed',
      count: 3,
      name: 'bride',
      others: ['carter', 'axe'],
      catalogueVersion: '1',
      fields: [],
      partial: { process: { count: 1, name: 'carter' } },
      before: {},
      after: {},
    } as const
    const changes: ActivityEntry['changes'] = [
      { field: 'material', before: 'Résine blanche', after: null },
      { field: 'process', before: 'SLA', after: 'MJF' },
      { field: 'services', before: null, after: '' },
      { field: 'quantity', before: null, after: null },
    ]
    stubGateway({
      [key]: () => data(key, { entries: [anEntry({ ...event, fields: [] }, { changes })], hasOlder: false }),
    })

    const dialog = await open('fr')
    const entry = within(
      (await dialog.findByText(/^3 pièces modifiées\s: « bride », « carter » et « axe »$/)).closest('li') ??
        document.body,
    )
    expect(entry.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Matériau\u00a0: valeurs différentes selon la pièce au lieu de Résine blanche',
      'Procédé («\u00a0carter\u00a0»)\u00a0: MJF au lieu de SLA',
      'Services\u00a0: valeurs supprimées',
      'Quantité\u00a0: valeurs différentes selon la pièce',
    ])
  })

  it('loads older entries on request, keeps the focus, and retries what failed', async () => {
    const entries = Array.from({ length: 50 }, () => anEntry({ kind: 'requoted' }))
    let failures = 1
    const { to } = stubGateway({
      [key]: ({ query }) => {
        if (query.before === undefined) return data(key, { entries, hasOlder: true })
        if (failures-- > 0) return refusal('UNEXPECTED', 'Busy')
        return data(key, { entries: [anEntry({ kind: 'created' })], hasOlder: false })
      },
    })

    const dialog = await open()
    await userEvent.click(await dialog.findByRole('button', { name: 'Show more' }))
    expect(await dialog.findByRole('alert')).toHaveProperty(
      'textContent',
      'More entries could not be loaded. Try again.',
    )

    await userEvent.click(dialog.getByRole('button', { name: 'Show more' }))
    expect(await dialog.findByText('Project created')).toBeTruthy()
    expect(dialog.getByText('51 entries shown')).toBeTruthy()
    expect(to(key).at(-1)?.query.before).toBe(entries.at(-1)?.id)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Start of the recorded activity'))
  })

  it('says that there is nothing yet', async () => {
    stubGateway({ [key]: () => data(key, { entries: [], hasOlder: false }) })
    const dialog = await open()
    expect(await dialog.findByText('No activity')).toBeTruthy()
  })

  it('offers to try again if it could not be loaded', async () => {
    let failures = 1
    stubGateway({
      [key]: () => {
        if (failures-- > 0) return refusal('NOT_FOUND', 'Not found')
        return data(key, { entries: [anEntry({ kind: 'created' })], hasOlder: false })
      },
    })

    const dialog = await open()
    expect(await dialog.findByText('The activity could not be loaded')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText('Project created')).toBeTruthy()
  })
})
