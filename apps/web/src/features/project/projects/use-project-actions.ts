import type { ProjectSummary } from '@cotation/contracts'
import { duplicateProject, removeProject, restoreProject } from '#features/project/api/project.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'

const longestName = 120

/** What can be done to a project of the list. A failed call has told why by itself. */
export function useProjectActions() {
  const t = useTranslations('centre.projects')
  const restore = async (project: ProjectSummary) => {
    await restoreProject(project)
    toast.success(t('restored', { name: project.name }))
  }

  return {
    async duplicate(project: ProjectSummary) {
      const name = t('copyName', { name: project.name }).slice(0, longestName)
      await duplicateProject(project, name)
      toast.success(t('duplicated', { name }))
    },
    async remove(project: ProjectSummary) {
      await removeProject(project)
      toast.undoable(t('deleted', { name: project.name }), {
        label: t('undo'),
        run: () => void restore(project).catch(() => {}),
      })
    },
  }
}
