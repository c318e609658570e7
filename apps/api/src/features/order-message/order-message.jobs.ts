import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { type MessageMailRequest, messageMailQueue, sendMessageMail } from './order-message.service.ts'

export function orderMessageJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [{ ...messageMailQueue, run: (request: MessageMailRequest) => sendMessageMail(deps, request) }]
}
