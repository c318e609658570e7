import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import lists from '#ui/list.module.css'
import { Pager } from '#ui/pager.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { type ListAddress, useListAddress } from '#ui/use-list-address.ts'
import { projectsQuery } from './api/project.api.ts'
import classes from './list/list.module.css'
import { NothingFound } from './list/nothing-found.tsx'
import { ProjectItem } from './projects/project-item.tsx'

function ProjectList({ address }: { address: ListAddress }) {
  const t = useTranslations('project.projects')
  const { search, page, find } = address
  const list = useQuery(projectsQuery({ search, page }))
  if (list.isPending) return <LoadingState />
  if (list.isError) return <ErrorState onRetry={() => void list.refetch()} />

  const { projects, total } = list.data
  if (total === 0 && search !== '') return <NothingFound search={search} onReset={() => find('')} />

  if (total === 0) {
    return (
      <EmptyState
        title={t('emptyTitle')}
        text={t('emptyText')}
        action={
          <Link to="/quote" search={{}} className={buttons.primary}>
            {t('new')}
          </Link>
        }
      />
    )
  }

  return (
    <>
      <p className={lists.count} role="status">
        {t('count', { count: total })}
      </p>
      <ul className={`${lists.list} ${lists.renewed}`} aria-busy={list.isPlaceholderData}>
        {projects.map((project) => (
          <ProjectItem key={project.id} project={project} />
        ))}
      </ul>
      <Pager address={address} total={total} />
    </>
  )
}

/** The project centre (spec 2): all quotes of the account. */
export function ProjectsPage() {
  const t = useTranslations('project')
  const address = useListAddress()

  return (
    <section className={lists.page} aria-labelledby="projects-title">
      <h1 className={lists.title} id="projects-title">
        {t('projects.title')}
      </h1>
      <p className={lists.intro}>{t('projects.intro')}</p>
      <div className={classes.bar}>
        <SearchField label={t('search.projects')} value={address.search} onSearch={address.find} />
        <Link to="/quote" search={{}} className={buttons.primary}>
          {t('projects.new')}
        </Link>
      </div>
      <ProjectList address={address} />
    </section>
  )
}
