import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import lists from '#ui/list.module.css'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { ButtonLink } from '#ui/text-link.tsx'
import { projectQuery, requoteFiles } from './api/project.api.ts'
import { FileItem } from './files/file-item.tsx'
import { filesOf, projectNameOf } from './files/files-of.ts'
import classes from './list/list.module.css'

/** The files of one project (spec 2), with their state and expiry date. */
export function ProjectFilesPage() {
  const t = useTranslations('project.files')
  const { id } = useParams({ from: '/user/project/fileList/$id' })
  const answer = useQuery(projectQuery(id))
  if (answer.isPending) return <LoadingState />

  if (answer.isError) {
    const isUnknown = answer.error instanceof ApiError && ['NOT_FOUND', 'VALIDATION'].includes(answer.error.code)
    if (!isUnknown) return <ErrorState isPage onRetry={() => void answer.refetch()} />

    const toProjects = (
      <ButtonLink to="/user/project" search={{}}>
        {t('toProjects')}
      </ButtonLink>
    )

    return <EmptyState isPage title={t('missingTitle')} text={t('missingText')} action={toProjects} />
  }

  const { project } = answer.data
  if (!project) return <LoadingState />

  const files = filesOf(project)
  const params = { projectId: project.id }

  return (
    <section className={lists.page} aria-labelledby="files-title">
      <h1 className={lists.title} id="files-title">
        {t('title', { name: project.name })}
      </h1>
      <p className={lists.intro}>{t('intro')}</p>
      <div className={classes.bar}>
        <ButtonLink to="/quote/$projectId" params={params} search={{}}>
          {t('back')}
        </ButtonLink>
        <ButtonLink to="/user/order/upload-history" search={{}} variant="default">
          {t('all')}
        </ButtonLink>
      </div>
      {files.length === 0 ? <EmptyState title={t('emptyTitle')} text={t('emptyText')} /> : null}
      <ul className={lists.list}>
        {files.map(({ upload, thumbnailId, lines }) => (
          <FileItem
            key={upload.id}
            upload={upload}
            thumbnailId={thumbnailId}
            uses={t('usedBy', { count: lines.length, names: lines.map(({ name }) => name).join(', ') })}
            sendAgain={
              <ButtonLink
                to="/quote/$projectId"
                params={params}
                search={{}}
                size="xs"
                aria-label={t('sendAgainOf', { name: upload.name })}
              >
                {t('sendAgain')}
              </ButtonLink>
            }
            onRequote={() =>
              requoteFiles({ name: projectNameOf(upload.name), service: project.service, uploadIds: [upload.id] })
            }
          />
        ))}
      </ul>
    </section>
  )
}
