import type { ListRow } from '@cotation/contracts'
import type { staffLists } from '@cotation/domain'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, stubGateway } from '#lib/testing/gateway-stub.ts'
import { uuid } from '#lib/testing/views.ts'

describe('the list of proposals', () => {
  const list = 'GET /global/staff/list/proposals'
  const row: ListRow<typeof staffLists.proposals> = {
    id: uuid(),
    action: 'order-refund',
    about: 'C-26-0042',
    state: 'open',
    amountUsd: 1_200_00,
    customer: { id: uuid(), name: 'Atelier Martin' },
    reason: 'Scratches',
    proposedBy: { id: uuid(), name: 'Lise Meitner' },
    proposedAt: '2026-11-18T08:00:00.000Z',
    expiresAt: '2026-12-02T08:00:00.000Z',
    decidedBy: null,
    decidedAt: null,
  }

  beforeEach(() => {
    // Without a height, the virtual table mounts no row.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  })

  it('says what each would do, and leads to where it is decided', async () => {
    const { to } = stubGateway({
      [list]: () => data(list, { rows: [row], next: null, count: { rows: 1, isExact: true } }),
      'GET /global/staff/view': () => data('GET /global/staff/view', { views: [] }),
    })
    await renderApp('/staff/proposals', { staffToken: 'real' })
    const shown = within(await screen.findByRole('row', { name: /C-26-0042/ }))
    for (const text of ['$1,200.00', 'Scratches', 'Lise Meitner', 'Waiting']) expect(shown.getByText(text)).toBeTruthy()
    const link = shown.getByRole('link', { name: 'Refund of an order' })
    expect(link.getAttribute('href')).toBe(`/manufacture/staff/proposals/${row.id}`)

    await userEvent.setup().click(screen.getByRole('link', { name: 'Waiting ones' }))
    await waitFor(() => expect(to(list).at(-1)?.query).toEqual({ state: 'in:open', sort: 'proposedAt' }))
  })
})
