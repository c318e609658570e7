import type { ProjectView, UploadView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isUnknownRecord } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import lists from '#ui/list.module.css'
import { ListPage } from '#ui/list-page.tsx'
import { Row } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { FileItem } from './file-item.tsx'
import { projectQuery } from './project.api.ts'

interface ProjectFile {
  upload: UploadView
  thumbnailId: string | null
  lineNames: string[]
}

/** Each file once, sorted by line; drawings follow the part that they belong to. */
function listFiles({ lines }: ProjectView): ProjectFile[] {
  const files = new Map<string, ProjectFile>()
  for (const line of lines)
    for (const upload of [line.upload, ...line.attachments]) {
      const file = files.get(upload.id) ?? { upload, thumbnailId: null, lineNames: [] }
      if (upload === line.upload) file.thumbnailId ??= line.thumbnailId
      file.lineNames.push(line.name)
      files.set(upload.id, file)
    }

  return [...files.values()]
}

/** The files of one project (spec 2), with their state and expiry date. */
export function ProjectFilesPage() {
  const t = useTranslations('project.files')
  const { id } = useParams({ from: '/user/project/fileList/$id' })
  const answer = useQuery(projectQuery(id))

  if (answer.isLoadingError) {
    const isUnknown = isUnknownRecord(answer.error)
    if (!isUnknown) return <ErrorState isPage onRetry={() => void answer.refetch()} />

    const projectsLink = (
      <LinkButton to="/user/project" search={{}} size="sm">
        {t('toProjects')}
      </LinkButton>
    )

    return <EmptyState isPage title={t('missingTitle')} text={t('missingText')} action={projectsLink} />
  }

  const project = answer.data?.project
  if (!project) return <LoadingState />

  const files = listFiles(project)
  const quote = { to: '/quote/$projectId', params: { projectId: id }, search: {} } as const

  return (
    <ListPage title={t('title', { name: project.name })} intro={t('intro')}>
      <Row justify="between">
        <LinkButton {...quote} size="sm">
          {t('back')}
        </LinkButton>
        <LinkButton to="/user/order/upload-history" search={{}} size="sm" variant="secondary">
          {t('all')}
        </LinkButton>
      </Row>
      {files.length === 0 ? <EmptyState title={t('emptyTitle')} text={t('emptyText')} /> : null}
      <ul className={lists.list}>
        {files.map(({ upload, thumbnailId, lineNames }) => (
          <FileItem
            key={upload.id}
            upload={upload}
            thumbnailId={thumbnailId}
            service={project.service}
            uses={t('usedBy', { count: lineNames.length, names: lineNames.join(', ') })}
            sendAgain={
              <LinkButton {...quote} size="xs" aria-label={t('sendAgainOf', { name: upload.name })}>
                {t('sendAgain')}
              </LinkButton>
            }
          />
        ))}
      </ul>
    </ListPage>
  )
}
