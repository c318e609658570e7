import type { StaffTaskView } from '@cotation/contracts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { refreshToday, useTaskTitle } from './use-today.ts'

const paramsOf = ({ kind, subjectId }: StaffTaskView) => ({ params: { kind, subjectId } })
const quiet = { quiet: true } as const

/** What a member does with a task. A refusal says why, for example who was faster; the list is read again. */
export function useTaskActions() {
  const t = useTranslations('staff-today')
  const titleOf = useTaskTitle()
  const { attempt, busy } = useAttempt()

  const run = (call: () => Promise<unknown>, success: string) =>
    attempt(async () => {
      try {
        await call()
        toast.success(success)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        toast.warning(error.message)
      } finally {
        await refreshToday()
      }
    })

  return {
    busy,
    hold: (task: StaffTaskView) =>
      run(
        () => staffApi('POST /global/staff/today/{kind}/{subjectId}/hold', paramsOf(task), quiet),
        t('taken', { task: titleOf(task) }),
      ),
    release: (task: StaffTaskView) =>
      run(
        () => staffApi('POST /global/staff/today/{kind}/{subjectId}/release', paramsOf(task), quiet),
        t('released', { task: titleOf(task) }),
      ),
    takeOver: (task: StaffTaskView, holderId: string, reason: string) =>
      run(
        () =>
          staffApi(
            'POST /global/staff/today/{kind}/{subjectId}/take-over',
            { ...paramsOf(task), body: { reason, holderId } },
            quiet,
          ),
        t('taken', { task: titleOf(task) }),
      ),
    finish: (task: StaffTaskView) =>
      run(
        () =>
          staffApi(
            'POST /global/staff/today/{kind}/{subjectId}/done',
            { ...paramsOf(task), body: { seenId: task.newestId } },
            quiet,
          ),
        t('ended', { task: titleOf(task) }),
      ),
  }
}

export type TaskActions = ReturnType<typeof useTaskActions>
