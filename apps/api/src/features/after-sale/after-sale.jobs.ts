import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { type ClaimMailRequest, claimMailQueue, sendClaimMail } from './after-sale-mail.service.ts'
import { removeUnusedPhotos } from './photo.service.ts'

export function afterSaleJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { ...claimMailQueue, run: (request: ClaimMailRequest) => sendClaimMail(deps, request) },
    { name: 'after-sale-photos', schedule: '51 4 * * *', run: () => removeUnusedPhotos(deps) },
  ]
}
