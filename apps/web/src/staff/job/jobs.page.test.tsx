import type { FailedJobView, QueueView } from '@cotation/contracts'
import { rightsOf, type StaffRight, staffRights } from '@cotation/domain'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { data, grace, stubGateway } from '#lib/testing/gateway-stub.ts'
import { namesInPalette, runFromPalette } from '#lib/testing/palette.ts'
import { uuid } from '#lib/testing/views.ts'
import { setLanguage } from '#lib/texts/i18n.tsx'
import { aFailedJob, aQueue } from './jobs.fixture.ts'

async function openJobs(
  failed: FailedJobView[],
  queues: QueueView[] = [],
  path = '',
  rights: StaffRight[] = staffRights,
) {
  let listed = failed
  const gateway = stubGateway({
    'GET /global/staff/me': () => data('GET /global/staff/me', { ...grace, rights }),
    'GET /global/staff/job': () => data('GET /global/staff/job', { queues, failed: listed }),
    'POST /global/staff/job/{jobId}/retry': () => {
      listed = []
      return data('POST /global/staff/job/{jobId}/retry', {})
    },
  })
  await renderApp(`/staff/jobs${path}`, { staffToken: 'real' })
  return { ...gateway, user: userEvent.setup() }
}

describe('the page of background jobs', () => {
  it('runs a job again that was given up', async () => {
    const { user, to } = await openJobs([aFailedJob()])
    const row = await screen.findByRole('row', { name: /Store visitors’ files/ })
    expect(within(row).getByText('Error ENOSPC')).toBeTruthy()
    expect(within(row).getByText('uploadId f4a1')).toBeTruthy()

    await user.click(within(row).getByRole('button', { name: /^Run again: Store visitors’ files, / }))
    expect(await screen.findByText('No job was given up')).toBeTruthy()
    expect(to('POST /global/staff/job/{jobId}/retry')).toHaveLength(1)
  })

  it('shows schedules, intervals and last runs', async () => {
    await openJobs(
      [],
      [
        aQueue({ name: 'mailbox-sweep', schedule: '29 4 * * *' }),
        aQueue({
          name: 'today-notice',
          everySeconds: 300,
          lastRun: { at: '2026-11-18T08:00:00.000Z', hasFailed: true },
        }),
        aQueue({ name: 'order-mail', waiting: 3, retrying: 2 }),
      ],
    )
    const sweep = await screen.findByRole('row', { name: /Remove old emails from the built-in mailbox/ })
    expect(within(sweep).getByText('29 4 * * *')).toBeTruthy()
    expect(within(sweep).getByText('None known')).toBeTruthy()

    const notice = screen.getByRole('row', { name: /Find new tasks to notify/ })
    expect(within(notice).getByText('Every 300 s')).toBeTruthy()
    expect(within(notice).getByText('failed')).toBeTruthy()
    expect(within(screen.getByRole('row', { name: /Emails about orders/ })).getByText('2 after a failure')).toBeTruthy()
  })

  it.each([
    ['* * * * *', 'Every minute', 'Toutes les minutes'],
    ['*/5 * * * *', 'Every 5 minutes', 'Toutes les 5 minutes'],
    ['0 * * * *', 'Every hour on the hour', 'Toutes les heures, à l’heure pile'],
    ['17 * * * *', 'Every hour, 17 minutes past', 'Toutes les heures, à la minute 17'],
    ['10 3 * * *', 'Every day at 03:10', 'Tous les jours à 3\u00a0h\u00a010'],
  ])('says what the schedule %s means, beside the expression', async (schedule, english, french) => {
    await openJobs([], [aQueue({ name: 'ledger-check', schedule })])
    const cellIn = (row: HTMLElement) => within(row).getByText(schedule).closest('td')?.textContent
    expect(cellIn(await screen.findByRole('row', { name: /Check the ledger/ }))).toBe(`${english}${schedule}`)

    await act(() => setLanguage('fr'))
    expect(cellIn(screen.getByRole('row', { name: /Contrôler le grand livre/ }))).toBe(`${french}${schedule}`)
    await act(() => setLanguage('en'))
  })

  it.each(['*/7 * * * *', '5 4 1 * *', '61 * * * *', '5 24 * * *', '0 7 * * 1'])(
    'shows the expression alone of a schedule as rare as %s',
    async (schedule) => {
      await openJobs([], [aQueue({ name: 'ledger-check', schedule })])
      const row = await screen.findByRole('row', { name: /Check the ledger/ })
      expect(within(row).getByText(schedule).closest('td')?.textContent).toBe(schedule)
    },
  )

  it('puts the job first that a task leads to, and says if it is gone', async () => {
    const wanted = aFailedJob({ queue: 'analyse-part' })
    await openJobs([aFailedJob(), wanted], [], `/${wanted.id}`)
    const rows = await screen.findAllByRole('row', { name: /Error ENOSPC/ })
    expect(rows[0]?.textContent).toContain('Analyse visitors’ files')
    expect(rows[0]?.textContent).toContain('highlighted')
  })

  it('shows the name of a queue that it has no text for', async () => {
    await openJobs([], [aQueue({ name: 'robot-calibration' })])
    expect(await screen.findByRole('row', { name: /robot-calibration/ })).toBeTruthy()
  })

  it('says that the job of a task is no longer given up', async () => {
    await openJobs([aFailedJob()], [], `/${uuid()}`)
    expect(await screen.findByText(/This job is no longer given up/)).toBeTruthy()
  })
})

describe('running a job again from the command palette', () => {
  const wanted = aFailedJob({ queue: 'analyse-part' })

  it('is offered for the job that a task leads to', async () => {
    const { user, to } = await openJobs([aFailedJob(), wanted], [], `/${wanted.id}`)
    await screen.findAllByRole('row', { name: /Error ENOSPC/ })
    expect((await namesInPalette(user)).filter((name) => name.startsWith('Run again'))).toHaveLength(1)
    await user.keyboard('{Escape}')

    await runFromPalette(user, /^Run again: Analyse visitors’ files/)
    await waitFor(() => expect(to('POST /global/staff/job/{jobId}/retry')).toHaveLength(1))
  })

  it('is not offered without the right', async () => {
    const { user } = await openJobs([wanted], [], `/${wanted.id}`, rightsOf('operator'))
    expect((await namesInPalette(user)).join()).not.toContain('Run again')
  })
})
