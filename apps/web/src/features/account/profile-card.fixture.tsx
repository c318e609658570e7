import type { SecondFactorView } from '@cotation/contracts'
import type { JSX } from 'react'
import { type Answers, stubGateway } from '#lib/testing/gateway-stub.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'

export const secondFactorOff: SecondFactorView = {
  isOn: false,
  appSince: null,
  passkeys: [],
  offersPasskeys: false,
  recoveryCodesLeft: 0,
}

export const secondFactorOn: SecondFactorView = {
  ...secondFactorOff,
  isOn: true,
  appSince: '2026-11-16T09:00:00.000Z',
  recoveryCodesLeft: 10,
}

/** Shows a card of the profile to a customer who is logged in. */
export async function openProfileCard(Card: () => JSX.Element, answers: Answers) {
  const gateway = stubGateway(answers)
  await renderScreen(Card, '/user/account/profile', '/user/account/profile', { token: 'real-token' })
  return gateway
}
