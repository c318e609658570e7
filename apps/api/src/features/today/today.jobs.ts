import type { Deps } from '#core/deps.ts'
import { type JobDefinition, mailRetries } from '#core/jobs.ts'
import { mailMorning, type NoticeMailRequest, noticeMailJob, noticeNewTasks, sendNoticeMail } from './notice.service.ts'

export function todayJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    // Tasks that arrive within five minutes make one mail.
    { name: 'today-notice', everySeconds: 300, run: () => noticeNewTasks(deps) },
    { name: 'today-morning', schedule: '0 * * * *', run: () => mailMorning(deps) },
    { name: noticeMailJob, ...mailRetries, run: (request: NoticeMailRequest) => sendNoticeMail(deps, request) },
  ]
}
