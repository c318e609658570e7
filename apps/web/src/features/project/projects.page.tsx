import { useQuery } from '@tanstack/react-query'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import lists from '#ui/list.module.css'
import { ListPage, ListResults } from '#ui/list-page.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Row } from '#ui/stack.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import { NoResult } from './no-result.tsx'
import { projectsQuery } from './project.api.ts'
import { ProjectItem } from './project-item.tsx'

/** The project centre (spec 2): all quotes of the account. */
export function ProjectsPage() {
  const t = useTranslations('project')
  const address = useListAddress()
  const query = useQuery(projectsQuery(address))

  return (
    <ListPage title={t('projects.title')} intro={t('projects.intro')}>
      <Row justify="between">
        <SearchField label={t('search.projects')} value={address.search} onSearch={address.find} />
        <LinkButton to="/quote" search={{}}>
          {t('projects.new')}
        </LinkButton>
      </Row>
      <ListResults
        query={query}
        address={address}
        count={(count) => t('projects.count', { count })}
        empty={
          <NoResult
            address={address}
            title={t('projects.emptyTitle')}
            text={t('projects.emptyText')}
            start={t('projects.new')}
          />
        }
      >
        {({ projects }) => (
          <ul className={lists.list}>
            {projects.map((project) => (
              <ProjectItem key={project.id} project={project} />
            ))}
          </ul>
        )}
      </ListResults>
    </ListPage>
  )
}
