import type { VatNumberView } from '@cotation/contracts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { type Answers, data, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aCheck, aNumber } from './vat-number.fixture.ts'

const getCall = 'GET /global/staff/vat-check/{vatNumber}'
const askCall = 'POST /global/staff/vat-check/{vatNumber}/ask'
const releaseCall = 'POST /global/staff/vat-check/release'

async function openNumber(view: VatNumberView, answers: Answers = {}) {
  const gateway = stubGateway({ [getCall]: () => data(getCall, view), ...answers })
  await renderApp(`/staff/vat-numbers/${view.vatNumber}`, { staffToken: 'real' })
  return { ...gateway, user: userEvent.setup() }
}

describe('the page of a VAT number', () => {
  it('shows what the service said, and who uses the number', async () => {
    await openNumber(aNumber())
    expect(await screen.findByRole('heading', { level: 1, name: /DE136695976.*To confirm/ })).toBeTruthy()
    const row = screen.getByRole('row', { name: /No answer from the service/ })
    expect(within(row).getByText('MS_UNAVAILABLE')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Vogel GmbH' })).toBeTruthy()
  })

  it('asks the service again and shows its answer', async () => {
    let view = aNumber()
    const { user } = await openNumber(view, {
      [getCall]: () => data(getCall, view),
      [askCall]: () => {
        const check = aCheck({
          result: 'valid',
          reason: '',
          consultationNumber: 'WAPI1',
          checkedAt: '2026-11-19T08:00:00.000Z',
        })
        view = aNumber({ isConfirmed: true, checks: [check, ...view.checks] })
        return data(askCall, check)
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Ask the service again' }))
    expect(await screen.findByText('The service confirms the number.')).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1, name: /DE136695976.*Confirmed/ })).toBeTruthy()
    expect(screen.getByText('WAPI1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirm from other evidence' })).toBeNull()
  })

  it('confirms the number once a reason is given', async () => {
    const { user, to } = await openNumber(aNumber(), { [releaseCall]: () => data(releaseCall, aCheck()) })
    await user.click(await screen.findByRole('button', { name: 'Confirm from other evidence' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm DE136695976?' }))
    await user.click(dialog.getByRole('button', { name: 'Confirm the number' }))
    expect(dialog.getByText('Give a reason.')).toBeTruthy()
    expect(to(releaseCall)).toEqual([])

    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Certificate of 12 November')
    await user.click(dialog.getByRole('button', { name: 'Confirm the number' }))
    expect(await screen.findByText('The number is confirmed.')).toBeTruthy()
    expect(to(releaseCall).map(({ body }) => body)).toEqual([
      { vatNumber: 'DE136695976', reason: 'Certificate of 12 November' },
    ])
  })

  it('offers nothing more once a colleague has confirmed it', async () => {
    const released = aCheck({ result: 'released', reason: 'Certificate', by: 'Léa' })
    await openNumber(aNumber({ isConfirmed: true, mayAsk: false, checks: [released] }))
    expect(await screen.findByText('Confirmed by Léa')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ask the service again' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Confirm from other evidence' })).toBeNull()
  })

  it('says that nobody knows the number', async () => {
    await openNumber(aNumber(), { [getCall]: () => refusal('NOT_FOUND', 'Gone') })
    expect(await screen.findByRole('heading', { name: 'VAT number not found' })).toBeTruthy()
  })
})
