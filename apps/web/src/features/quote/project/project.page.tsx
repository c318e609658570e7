import { useParams } from '@tanstack/react-router'
import { useWorkspace } from '#features/quote/workspace/use-workspace.ts'
import { ProjectStates } from './project-states.tsx'
import { ProjectView } from './project-view.tsx'

/** A project with its lines (spec 2, quoteMain). */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/quote/$projectId' })
  const { state, workspace, retry } = useWorkspace(projectId)
  if (!workspace) return <ProjectStates state={state} onRetry={retry} />
  return <ProjectView key={projectId} workspace={workspace} />
}
