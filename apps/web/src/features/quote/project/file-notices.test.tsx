import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { projectStore } from '#features/quote/workspace/project-stores.ts'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { FileNotices } from './file-notices.tsx'

it('folds the details of notices once there are several, and shows them on request', async () => {
  await ensureMessages(['upload'], 'en')
  const store = projectStore('notices-of-a-zip')
  store.notices.add({ kind: 'refused', files: [{ name: 'empty.stl', reason: 'empty' }] })
  await renderScreen(() => <FileNotices store={store} />, '/', '/', { language: 'en' })

  const reason = await screen.findByText(/^empty\.stl/)
  const isShown = () => reason.closest('details')?.open
  expect(isShown()).toBe(true)

  act(() => void store.notices.add({ kind: 'attached', pairs: [{ drawing: 'a.pdf', part: 'a.stl' }] }))
  expect(isShown()).toBe(false)
  expect(screen.getByText(/^a\.pdf/).closest('details')?.open).toBe(false)

  await userEvent.click(screen.getByText(/file was not added/))
  expect(isShown()).toBe(true)
})
