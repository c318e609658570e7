import { expect, it } from 'vitest'
import { areMailsHeld, holdMails } from '#adapters/mail.held.ts'
import { rowsOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { toolProcess } from './tool-process.fixture.ts'

const app = useApp()

const tool = (...words: string[]) =>
  toolProcess('mails', words, {
    DATABASE_URL: app.deps.config.databaseUrl ?? '',
    DATA_DIR: app.deps.config.dataDir,
  })

it('releases held mails once, and records that in the audit', async () => {
  await holdMails(app.deps.files)
  expect(await tool('status')).toMatchObject({
    code: 0,
    stdout: 'Mails are held.\nThe installation was restored from a backup.\n',
  })

  const released = await tool('release')
  expect(released).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Released\./) })
  expect(await areMailsHeld(app.deps.files)).toBe(false)

  expect(await tool('release')).toMatchObject({ code: 0, stdout: 'Mails were not held.\n' })
  expect(await rowsOf(app, 'audit_entry', { action: 'installation.mails-released' })).toMatchObject([
    { actor: 'tool', subject_kind: 'installation' },
  ])
})
