import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aLine, configurationIn, housing, shaft } from '#features/quote/lines/configured-lines.fixture.ts'
import { aWorkspace, renderWorkspace } from '#features/quote/lines/lines-screen.fixture.tsx'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { aWorkLine, smallCatalogue } from '#features/quote/workspace/workspace.fixture.ts'
import { LeadBar } from './lead-bar.tsx'

const named = (id: string, line: WorkLine): WorkLine => ({ ...line, id })
const resin = named('resin', aLine('housing-100x60x30', configurationIn(housing, 'sla-9600-white')))
const metal = named('metal', aLine('shaft-30x80', configurationIn(shaft, 'al-6061-t6')))

async function show(lines: readonly WorkLine[], language: 'fr' | 'en' = 'en') {
  const made = aWorkspace(lines)
  await renderWorkspace(made, ({ workspace }) => <LeadBar workspace={workspace} />, { language })
  return made
}

const group = (name = 'Lead time of the project') => within(screen.getByRole('radiogroup', { name: new RegExp(name) }))
const radios = () => group().getAllByRole<HTMLInputElement>('radio')
const checked = () => radios().map((radio) => radio.checked)

describe('the bar of lead times', () => {
  it('shows every tier with total and date, and changes all lines in one step', async () => {
    const { actions, store } = await show([resin, metal])
    expect(checked()).toEqual([false, true, false])

    const express = group().getByRole('radio', { name: /^Express/ })
    const label = express.closest('label')
    const minor = Number(label?.querySelector('data')?.getAttribute('value'))
    expect(label?.querySelector('time')?.getAttribute('datetime')).toMatch(/^\d{4}-\d{2}-\d{2}$/)

    fireEvent.click(express)
    expect(actions.edit).toHaveBeenCalledTimes(1)
    expect(actions.edit).toHaveBeenCalledWith({
      label: 'lead',
      edits: [{ lineId: 'metal', configuration: expect.objectContaining({ lead: 'express' }) }],
    })
    expect(store.get().lines.reduce((sum, { price }) => sum + (price?.linePrice.minor ?? 0), 0)).toBe(minor)
    expect(checked()).toEqual([false, false, true])
  })

  it('says that the lines differ', async () => {
    const configuration = { ...configurationIn(shaft, 'al-6061-t6'), lead: 'express' as const }
    const economy = { ...configurationIn(housing, 'sla-9600-white'), lead: 'economy' as const }
    await show([named('a', aLine('shaft-30x80', configuration)), named('b', aLine('housing-100x60x30', economy))])
    expect(checked()).toEqual([false, false, false])
    expect(screen.getByText('Mixed: the parts differ')).toBeTruthy()
  })

  it('says in French that prices follow while the first file is read', async () => {
    const reading: Partial<WorkLine> = { part: undefined, price: undefined, status: 'analysing' }
    await show([{ ...aWorkLine(smallCatalogue), ...reading, configuration: undefined }], 'fr')
    expect(screen.getByRole('status').textContent).toBe('Les prix s’affichent dès que les pièces sont lues.')
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })

  it('is absent if there is nothing to choose', async () => {
    await show([{ ...metal, status: 'ordered' }])
    expect(screen.queryByText('Lead time of the project')).toBeNull()
  })
})
