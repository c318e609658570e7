import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { aWorkLine, smallCatalogue } from '#features/quote/workspace/workspace.fixture.ts'

import { data, stubGateway } from '#lib/testing/gateway-stub.ts'
import { aProjectView, projectId } from '#lib/testing/views.ts'
import { configurationText } from './configuration-text.ts'
import { aWorkspace, renderWorkspace } from './lines-screen.fixture.tsx'
import { LinesTable } from './lines-table.tsx'

const housing = (name: string) => aWorkLine(smallCatalogue, { name })
const shaft = (name: string) => aWorkLine(smallCatalogue, { name, reference: 'shaft-30x80' })

/** The table with these lines ticked. */
async function select(lines: ReturnType<typeof housing>[], ticked = lines.map(({ name }) => name)) {
  const workspace = aWorkspace(lines)
  await renderWorkspace(workspace, ({ workspace: current }) => (
    <LinesTable workspace={current} openId={undefined} onOpen={() => {}} />
  ))
  for (const name of ticked) fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  return { ...workspace, steps: () => workspace.actions.edit.mock.calls.map(([step]) => step) }
}

const list = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const choose = (name: string, value: string) => fireEvent.change(list(name), { target: { value } })

describe('the bar of selected parts', () => {
  it('changes the material of all in one undo step', async () => {
    const { steps } = await select([housing('a'), housing('b'), shaft('c')])
    choose('Material of the selected parts', 'milling/al-6061-t6')
    expect(steps()).toHaveLength(1)
    expect(steps()[0]?.edits.map(({ configuration }) => configuration?.materialId)).toEqual(Array(3).fill('al-6061-t6'))
  })

  it('disables materials that do not fit all parts, and says which part and why', async () => {
    await select([housing('a'), shaft('c')])
    const turned = within(list('Material of the selected parts'))
      .getAllByRole<HTMLOptionElement>('option')
      .find(({ value }) => value === 'turning/al-6061-t6')
    expect(turned?.disabled).toBe(true)
    expect(turned?.textContent).toContain('(a: a lathe cannot make this shape)')
  })

  it('sets or multiplies the quantity', async () => {
    const { steps } = await select([housing('a'), housing('b')])
    const field = screen.getByRole('spinbutton', { name: 'Quantity for the selected parts' })
    fireEvent.change(field, { target: { value: '20' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    choose('How to change the quantity', 'times')
    fireEvent.change(field, { target: { value: '3' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))

    expect(steps().map(({ edits }) => edits.map(({ configuration }) => configuration?.quantity))).toEqual([
      [20, 20],
      [60, 60],
    ])
  })

  it.each([
    ['0', 'This quantity is not possible. Enter a whole number from 1 to 1,000,000.'],
    ['2000000', 'The quantity is too large. Enter 1,000,000 parts at most, or ask an expert for a quote.'],
  ])('says why the quantity %s cannot be applied', async (text, reason) => {
    await select([housing('a'), housing('b')])
    const field = screen.getByRole('spinbutton', { name: 'Quantity for the selected parts' })
    fireEvent.change(field, { target: { value: text } })

    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe(reason)
    expect(field.getAttribute('aria-describedby')).toBe(alert.id)

    fireEvent.change(field, { target: { value: '2' } })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('lists the parts that do not support the chosen lead time', async () => {
    const one = housing('one')
    const { configuration } = one
    if (!configuration) throw new Error('no configuration')

    const few = aWorkLine(smallCatalogue, { name: 'few', configuration: { ...configuration, quantity: 20 } })
    const many = aWorkLine(smallCatalogue, { name: 'many', configuration: { ...configuration, quantity: 5000 } })
    const { steps } = await select([one, few, many])
    choose('Lead time of the selected parts', 'express')

    expect(steps()[0]?.edits).toHaveLength(1)
    expect(screen.getByText('one', { selector: 'strong' }).closest('li')?.textContent).toContain('brings nothing here')
    expect(screen.getByText('many', { selector: 'strong' }).closest('li')?.textContent).toContain(
      'is not offered for more than',
    )
  })

  it('never offers to accept warnings of several parts at once', async () => {
    await select([housing('a')])
    const bar = within(screen.getByRole('region', { name: 'Change the selected parts' }))
    expect(bar.queryByRole('button', { name: /accept|warning/i })).toBeNull()
  })
})

describe('copy and paste of a configuration', () => {
  const clipboardOf = (text = '') => {
    const held = { text }
    return {
      held,
      clipboardData: { setData: (_type: string, value: string) => (held.text = value), getData: () => held.text },
    }
  }

  it('works from row to row with the keyboard, through the system clipboard', async () => {
    const from = housing('from')
    const to = shaft('to')
    const express = from.configuration && { ...from.configuration, lead: 'express' as const }
    const { steps } = await select([{ ...from, configuration: express }, to], [])
    const box = async (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` })
    const clipboard = clipboardOf()

    fireEvent.focus(await box('from'))
    fireEvent.copy(await box('from'), clipboard)

    expect(JSON.parse(clipboard.held.text)).toMatchObject({ configuration: { lead: 'express' } })

    fireEvent.focus(await box('to'))
    fireEvent.paste(await box('to'), clipboard)

    await waitFor(() => expect(steps()).toHaveLength(1))
    expect(steps()).toMatchObject([{ label: 'paste', edits: [{ lineId: to.id, configuration: { lead: 'express' } }] }])
  })

  it('reports part by part what did not fit', async () => {
    const a = housing('a')
    const b = shaft('b')
    const configuration = b.configuration && {
      ...b.configuration,
      materialId: 'al-6061-t6',
      process: 'turning' as const,
    }
    if (!configuration) throw new Error('no configuration')

    await select([a, b])
    fireEvent.paste(screen.getByRole('checkbox', { name: 'Select a' }), clipboardOf(configurationText(configuration)))

    expect(await screen.findByText(/2 parts changed; not everything/)).toBeDefined()
    expect(screen.getByText('a', { selector: 'strong' }).closest('li')?.textContent).toContain('Another process')
  })

  it('ignores a clipboard without a configuration', async () => {
    const { actions } = await select([housing('a')])
    fireEvent.paste(screen.getByRole('checkbox', { name: 'Select a' }), clipboardOf('{"format":"else"}'))
    expect(actions.edit).not.toHaveBeenCalled()
    expect(await screen.findByText('There is no configuration to paste: copy one first.')).toBeDefined()
  })

  it('works with buttons if the browser denies access to the clipboard', async () => {
    const user = userEvent.setup()
    const a = housing('a')
    const b = housing('b')
    const express = { ...a, configuration: a.configuration && { ...a.configuration, lead: 'express' as const } }
    const { steps } = await select([express, b], ['a'])

    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    vi.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new Error('no'))
    await user.click(screen.getByRole('button', { name: 'Copy configuration' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select a' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select b' }))
    await user.click(screen.getByRole('button', { name: 'Paste configuration' }))
    await waitFor(() => expect(steps()).toHaveLength(1))

    expect(steps()[0]?.edits).toMatchObject([{ lineId: b.id, configuration: { lead: 'express' } }])
  })
})

describe('move and copy to another project', () => {
  const summary = (id: string, name: string) => ({
    id,
    name,
    service: 'cnc' as const,
    lines: 3,
    readyLines: 0,
    decisionLines: 0,
    orderedLines: 0,
    totalMinor: 0,
    pendingMinor: 0,
    shared: false,
    thumbnailIds: [],
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-01T09:00:00.000Z',
    validUntil: '2026-12-01T09:00:00.000Z',
  })
  const other = '33333333-3333-4333-8333-333333333333'

  it('lists the customer’s other projects, finds one by name, and moves the lines there', async () => {
    const { to } = stubGateway({
      'GET /global/project': () =>
        data('GET /global/project', {
          projects: [summary(projectId, 'Robot arm'), summary(other, 'Gripper')],
          total: 2,
        }),
    })
    const { actions, store } = await select([housing('a')])
    fireEvent.click(screen.getByRole('button', { name: 'Move or copy…' }))
    fireEvent.change(await screen.findByLabelText('Find a project'), { target: { value: 'grip' } })
    fireEvent.click(await screen.findByRole('radio', { name: 'Gripper (3 parts)' }))

    expect(screen.queryByRole('radio', { name: /Robot arm/ })).toBeNull()

    await waitFor(() => expect(to('GET /global/project').at(-1)?.query.search).toBe('grip'))

    const [line] = store.get().lines
    fireEvent.click(screen.getByRole('button', { name: 'Move the parts' }))
    await waitFor(() => expect(actions.transferLines).toHaveBeenCalledWith([line?.id], other, false))
  })

  it('copies the lines to a new project once it has a name (spec 5)', async () => {
    const { to } = stubGateway({
      'GET /global/project': () => data('GET /global/project', { projects: [], total: 0 }),
      'POST /global/project': () => data('POST /global/project', aProjectView({ id: other, name: 'New' })),
    })
    const { actions } = await select([housing('a')])
    fireEvent.click(screen.getByRole('button', { name: 'Move or copy…' }))
    fireEvent.click(await screen.findByRole('radio', { name: 'Copy' }))
    fireEvent.click(screen.getByRole('radio', { name: 'A new project' }))

    const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Copy the parts' })
    expect(go.disabled).toBe(true)

    fireEvent.change(screen.getByLabelText(/Name of the new project/), { target: { value: ' New ' } })
    fireEvent.click(go)
    await waitFor(() => expect(actions.transferLines).toHaveBeenCalledWith(expect.anything(), other, true))

    expect(to('POST /global/project')[0]?.body).toEqual({
      name: 'New',
      service: '3d-printing',
      serviceChosen: true,
    })
  })

  it('creates one new project, even if the transfer to it fails and is repeated', async () => {
    const { to } = stubGateway({
      'GET /global/project': () => data('GET /global/project', { projects: [], total: 0 }),
      'POST /global/project': () => data('POST /global/project', aProjectView({ id: other, name: 'New' })),
    })
    const { actions } = await select([housing('a')])
    actions.transferLines.mockRejectedValueOnce(new Error('offline'))
    fireEvent.click(screen.getByRole('button', { name: 'Move or copy…' }))
    fireEvent.click(await screen.findByRole('radio', { name: 'A new project' }))
    fireEvent.change(screen.getByLabelText(/Name of the new project/), { target: { value: 'New' } })

    const move = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Move the parts' })
    fireEvent.click(move())
    await waitFor(() => expect(actions.transferLines).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(move().disabled).toBe(false))
    fireEvent.click(move())
    await waitFor(() => expect(actions.transferLines).toHaveBeenCalledTimes(2))

    expect(to('POST /global/project')).toHaveLength(1)
  })
})

describe('the checkout link of the selected parts', () => {
  it('contains only the parts that are ready', async () => {
    const undecided = aWorkLine(smallCatalogue, { name: 'c', status: 'needs-decision' })
    const lines = [housing('a'), housing('b'), undecided]
    await select(lines, ['b', 'c'])

    const order = screen.getByRole('link', { name: 'Order this part' })
    const { pathname, searchParams } = new URL(order.getAttribute('href') ?? '', 'http://localhost')

    expect([pathname, searchParams.get('project'), searchParams.get('lines')]).toEqual([
      '/manufacture/checkout',
      projectId,
      lines[1]?.id,
    ])
  })

  it('is hidden if no selected part is ready', async () => {
    await select([aWorkLine(smallCatalogue, { name: 'c', status: 'needs-decision' })])
    expect(screen.queryByRole('link', { name: /Order/ })).toBeNull()
  })
})
