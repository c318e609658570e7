import { createJobs } from '#core/jobs.ts'
import { expertMailQueue } from '#features/quote/commands/expert-mail.service.ts'
import { runExpertCommand } from './expert-commands.ts'
import { runTool } from './run-tool.ts'

/** `npm run experts`: answers to questions about prices. */
await runTool(async ({ log, closers, open, print }) => {
  const openWithJobs = async () => {
    const { sessionConnectionString, ...opened } = await open()
    const jobs = await createJobs(sessionConnectionString, log)
    closers.push(() => jobs.stop())
    // This process only enqueues; a server or worker runs the job.
    await jobs.declare([{ ...expertMailQueue, run: async () => undefined }])
    return { ...opened, jobs }
  }
  await runExpertCommand(process.argv.slice(2), { open: openWithJobs, print })
})
