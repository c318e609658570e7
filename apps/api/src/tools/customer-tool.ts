import { mailJob } from '#core/account-mail.ts'
import { createJobs, mailRetries } from '#core/jobs.ts'
import { runCustomerCommand } from './customer-commands.ts'
import { runTool } from './run-tool.ts'

/** `npm run customer`: what an operator does for the account of a customer. */
await runTool(async ({ log, closers, open, print }) => {
  const openWithJobs = async () => {
    const { sessionConnectionString, ...opened } = await open()
    const jobs = await createJobs(sessionConnectionString, log)
    closers.push(() => jobs.stop())
    // This process only enqueues; a server or worker runs the job.
    await jobs.declare([{ name: mailJob, ...mailRetries, run: async () => undefined }])
    return { ...opened, jobs }
  }
  await runCustomerCommand(process.argv.slice(2), { open: openWithJobs, print })
})
