import { dateText } from '@cotation/messages'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aWorkspace, renderWorkspace } from '#features/quote/lines/lines-screen.fixture.tsx'
import { LinesTable } from '#features/quote/lines/lines-table.tsx'
import { LeadBar } from '#features/quote/project/lead-bar.tsx'
import { ProjectSummary } from '#features/quote/project/project-header.tsx'
import { SharedProject } from '#features/quote/shared/shared-project.tsx'
import { aProjectView } from '#lib/testing/views.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import type { WorkLine } from './work-line.ts'
import { aWorkLine, smallCatalogue } from './workspace.fixture.ts'
import type { Workspace } from './workspace.ts'

function Screen({ workspace }: { workspace: Workspace }) {
  return (
    <>
      <ProjectSummary workspace={workspace} />
      <LeadBar workspace={workspace} />
      <LinesTable workspace={workspace} openId={undefined} onOpen={() => {}} />
      <SharedProject linkKey="key" workspace={workspace} />
    </>
  )
}

async function open(lines: readonly WorkLine[], country: string) {
  await ensureMessages(['project'], 'en')
  const workspace = aWorkspace(lines, { project: aProjectView({ country }) })
  await renderWorkspace(workspace, Screen)
  return { ...workspace, user: userEvent.setup() }
}

/** ISO dates inside an element. */
const datesIn = (element: Element | null | undefined) =>
  [...(element?.querySelectorAll('time') ?? [])].map((time) => time.getAttribute('datetime'))

const dayText = (date: string | null | undefined) =>
  dateText(new Date(`${date}T00:00:00Z`), 'en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).closest('div')

describe('the delivery date of a project', () => {
  // The carriers of South Africa are slower than those of France, and SF does not go there.
  it.each(['FR', 'US', 'ZA'])(
    'is the same in header, lead bar, rows, landed cost and shared view (%s)',
    async (country) => {
      const line = aWorkLine(smallCatalogue)
      const { user } = await open([line], country)
      await screen.findByRole('radiogroup')

      const [date] = datesIn(figure('Delivery'))
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)

      const chosen = screen.getByRole('radio', { checked: true })
      expect(datesIn(chosen.closest('label'))).toEqual([date])
      const [rows] = screen.getAllByRole('region', { name: 'Parts of the project' })
      expect(new Set(datesIn(rows))).toEqual(new Set([date]))

      await user.click(screen.getByRole('button', { name: 'Details and country' }))
      await screen.findByRole('dialog')
      const [inDialog, inSharedView, ...others] = screen.getAllByText(/^The cheapest\. Delivery by/)
      expect(inDialog?.textContent).toContain(dayText(date))
      expect(inSharedView?.textContent).toContain(dayText(date))
      expect(others).toEqual([])
    },
  )

  it('differs between countries whose carriers differ', async () => {
    const { store } = await open([aWorkLine(smallCatalogue)], 'FR')
    const [toFrance] = datesIn(figure('Delivery'))

    store.set({ ...store.get(), project: aProjectView({ country: 'ZA' }) })
    await expect.poll(() => datesIn(figure('Delivery'))[0]).not.toBe(toFrance)
  })

  it('ignores a slower part that the total leaves out', async () => {
    const ready = aWorkLine(smallCatalogue)
    const slow = aWorkLine(smallCatalogue, { status: 'needs-decision', name: 'slow.stl' })
    if (!slow.price) throw new Error('the part has no price')
    const leadTime = { ...slow.price.leadTime, workingDays: 40 }
    await open([ready, { ...slow, price: { ...slow.price, leadTime } }], 'FR')
    await screen.findByRole('radiogroup')

    const [date] = datesIn(figure('Delivery'))
    const chosen = screen.getByRole('radio', { checked: true })
    expect(datesIn(chosen.closest('label'))).toEqual([date])
    expect(screen.queryByText('Slowest part: slow.stl')).toBeNull()
  })
})
