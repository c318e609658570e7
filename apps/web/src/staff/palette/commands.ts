import { languages, type StaffTaskKind, taskPath } from '@cotation/domain'
import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '#lib/gateway/api-error.ts'
import { signOutMember } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useStore } from '#lib/store.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { useHasScreen } from '../shared/known-screens.ts'
import { type PageAction, pageActions } from '../shared/page-actions.ts'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { staffAddress } from '../shared/staff-link.tsx'

const languageNames = { fr: 'french', en: 'english' } as const

/** Tasks that a colleague takes between the reading and the claim are skipped, up to this many. */
const maxTries = 5

/** What a member can do from any screen, after what the shown screen offers. */
export function useCommands(): PageAction[] {
  const t = useTranslations('staff')
  const shell = useTranslations('app.shell')
  const failures = useTranslations('app.failures')
  const { language, setLanguage } = useLanguage()
  const claim = useClaimNextTask()
  const ofPage = useStore(pageActions)

  const switches = languages
    .filter((code) => code !== language)
    .map((code) => ({
      key: `language ${code}`,
      name: t('palette.commands.language', { language: shell(languageNames[code]) }),
      run: () => void setLanguage(code).catch(() => toast.error(failures('network'))),
    }))

  return [
    ...ofPage,
    { key: 'claim', name: t('palette.commands.claim'), run: () => void claim() },
    ...switches,
    { key: 'log out', name: t('shell.logOut'), run: () => void signOutMember() },
  ]
}

/** Takes the most urgent task that nobody holds, and opens it. */
function useClaimNextTask(): () => Promise<void> {
  const t = useTranslations('staff.palette')
  const navigate = useNavigate()
  const hasScreen = useHasScreen()

  return async () => {
    try {
      const { tasks } = await staffApi('GET /global/staff/today', { query: { holder: 'free' } }, { quiet: true })
      for (const { kind, subjectId, targetId } of tasks.slice(0, maxTries)) {
        if (!(await holdTask({ kind, subjectId }))) continue

        toast.success(t('taskTaken'))
        const path = taskPath(kind, targetId).replace(/^\/staff\//, '')
        await navigate(staffAddress(hasScreen(path) ? { path } : { path: 'today', search: { tab: 'mine' } }))
        await refreshStaffData()
        return
      }
      toast.info(t(tasks.length > maxTries ? 'tasksTaken' : 'noTask'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
  }
}

/** False if the task has ended, or a colleague was faster. */
async function holdTask(params: { kind: StaffTaskKind; subjectId: string }): Promise<boolean> {
  try {
    await staffApi('POST /global/staff/today/{kind}/{subjectId}/hold', { params }, { quiet: true })
    return true
  } catch (error) {
    const isGone = error instanceof ApiError && (error.code === 'STAFF_TASK_TAKEN' || error.code === 'NOT_FOUND')
    if (!isGone) throw error
    return false
  }
}
