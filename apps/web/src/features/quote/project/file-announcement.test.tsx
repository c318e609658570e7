import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aWorkspace, renderWorkspace } from '#features/quote/lines/lines-screen.fixture.tsx'
import type { LineProgress, WorkLine } from '#features/quote/workspace/work-line.ts'
import { aWorkLine, smallCatalogue } from '#features/quote/workspace/workspace.fixture.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { FileAnnouncement } from './file-announcement.tsx'

const line = (traits: Partial<WorkLine> = {}) => aWorkLine(smallCatalogue, traits)
const at = (step: LineProgress['step']): Partial<WorkLine> => ({
  status: 'analysing',
  progress: { step, done: undefined, isLong: false },
})

const Announcement = ({ workspace }: { workspace: Workspace }) => (
  <>
    <h1>Project</h1>
    <FileAnnouncement lines={workspace.lines} />
  </>
)

async function open(lines: readonly WorkLine[]) {
  const { store, ...workspace } = aWorkspace(lines)
  await renderWorkspace({ store, ...workspace }, Announcement)
  await screen.findByRole('heading', { level: 1 })
  return (next: readonly WorkLine[]) => act(() => store.set({ ...store.get(), lines: [...next] }))
}

/** The announcement waits until nothing has changed for a second. */
const settled = { timeout: 10_000 }

describe('the announcement about files (E12)', () => {
  it('says that files are read, then how many parts are ready', async () => {
    const change = await open([line(at('uploading')), line(at('waiting'))])
    expect(await screen.findByText('Files are being read and sent.', {}, settled)).toBeDefined()

    change([line({ status: 'ready' }), line({ status: 'needs-decision' })])
    expect(await screen.findByText('Files analysed: 1 part of 2 ready.', {}, settled)).toBeDefined()
  })

  it('says that an upload was interrupted', async () => {
    const change = await open([line(at('uploading'))])
    change([line(at('interrupted'))])
    expect(await screen.findByText('The upload of a file was interrupted.', {}, settled)).toBeDefined()
  })
})
