import type { Deps } from '#core/deps.ts'
import { type JobDefinition, mailRetries } from '#core/jobs.ts'
import { type FriendNews, friendJob } from '#features/auth/friend-news.service.ts'
import { type InvitationMail, invitationJob, sendInvitation } from './invitation.service.ts'
import { rewardJob, rewardReferrers, welcomeFriend } from './referral.service.ts'
import { type RewardMail, rewardMailJob, sendRewardMail } from './reward-mail.service.ts'

export function referralJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { name: friendJob, run: (news: FriendNews) => welcomeFriend(deps, news) },
    { name: rewardJob, schedule: '41 * * * *', run: () => rewardReferrers(deps) },
    { name: invitationJob, ...mailRetries, run: (mail: InvitationMail) => sendInvitation(deps, mail) },
    { name: rewardMailJob, ...mailRetries, run: (mail: RewardMail) => sendRewardMail(deps, mail) },
  ]
}
