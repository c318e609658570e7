import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aWorkspace, renderWorkspace } from '#features/quote/lines/lines-screen.fixture.tsx'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { aWorkLine, smallCatalogue } from '#features/quote/workspace/workspace.fixture.ts'
import { projectId } from '#lib/testing/views.ts'
import { ProjectTools } from './project-tools.tsx'

const line = (status: WorkLine['status']) => aWorkLine(smallCatalogue, { name: `${status}.stl`, status })

async function forward(lines: readonly WorkLine[], language: 'fr' | 'en', button: string) {
  await renderWorkspace(aWorkspace(lines), ProjectTools, { language })
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog', { name: button }))
}

describe('forwarding a quote to a purchaser', () => {
  it('opens the checkout of the ready parts, and says which parts are left out', async () => {
    const dialog = await forward([line('ready'), line('configuring'), line('ordered')], 'en', 'Forward to a purchaser')
    expect(dialog.getByText('1 part is ready and will be forwarded.')).toBeTruthy()
    expect(dialog.getByText(/^1 part is not ready and is left out/)).toBeTruthy()

    const target = new URL(dialog.getByRole<HTMLAnchorElement>('link', { name: 'Continue' }).href)
    expect(target.pathname).toMatch(/\/checkout$/)
    expect(target.searchParams.get('project')).toBe(projectId)
    expect(target.searchParams.has('forward')).toBe(true)
  })

  it('leads nowhere while no part is ready', async () => {
    const dialog = await forward([line('configuring')], 'fr', 'Transmettre à un acheteur')
    expect(dialog.getByText(/^Aucune pièce n’est prête à être commandée/)).toBeTruthy()
    expect(dialog.queryByRole('link')).toBeNull()
  })
})
