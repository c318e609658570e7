import { useParams } from '@tanstack/react-router'
import { ProjectStates } from './project/project-states.tsx'
import { ProjectView } from './project/project-view.tsx'
import { useWorkspace } from './workspace/use-workspace.ts'

/** A project with its lines (spec 2, quoteMain). */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/quote/$projectId' })
  const { state, workspace, retry } = useWorkspace(projectId)
  if (!workspace) return <ProjectStates state={state} onRetry={retry} />
  return <ProjectView key={projectId} workspace={workspace} />
}
