import type { TestApp } from '#test/app.ts'
import { aMailRecord } from '#test/mails.ts'
import { aGivenUpJob } from '#test/waiting-tasks.ts'
import { routeSamples } from './route-samples.ts'

async function mailAndJob(app: TestApp): Promise<{ mailId: string; jobId: string }> {
  return { mailId: await aMailRecord(app), jobId: await aGivenUpJob(app, 'mailbox-sweep') }
}

export const mailSamples = routeSamples(mailAndJob, {
  'GET /global/staff/mail/{mailId}': ({ mailId }) => ({ params: { mailId } }),
  'POST /global/staff/mail/{mailId}/resend': ({ mailId }) => ({ params: { mailId } }),
  'GET /global/staff/job': () => ({}),
  'POST /global/staff/job/{jobId}/retry': ({ jobId }) => ({ params: { jobId } }),
})
