import type { Deps } from '#core/deps.ts'
import { type JobDefinition, mailRetries } from '#core/jobs.ts'
import {
  type StaffMail,
  sendEnrolmentMail,
  sendStaffAccountMail,
  staffEnrolmentMailJob,
  staffMailJob,
} from './staff-mail.service.ts'

export function staffAccessJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [
    { name: staffMailJob, ...mailRetries, run: (mail: StaffMail) => sendStaffAccountMail(deps, mail) },
    {
      name: staffEnrolmentMailJob,
      ...mailRetries,
      run: (enrolment: { enrolmentId: string }) => sendEnrolmentMail(deps, enrolment),
    },
  ]
}
