import type { ProjectSummary } from '@cotation/contracts'
import { duplicateProject, removeProject, restoreProject } from '#features/project/api/project.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'

const maxNameLength = 120

/** Actions on a project in the list. The gateway reports failed calls. */
export function useProjectActions() {
  const t = useTranslations('project.projects')

  const restore = async (project: ProjectSummary) => {
    await restoreProject(project)
    toast.success(t('restored', { name: project.name }))
  }

  return {
    async duplicate(project: ProjectSummary) {
      const name = t('copyName', { name: project.name }).slice(0, maxNameLength)
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
