import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { ListAddress } from '#ui/use-list-address.ts'

interface NoResultProps {
  address: ListAddress
  /** Title, text and link label for an account that has nothing to search. */
  title: string
  text: string
  start: string
}

/** Distinguishes a search without result from an empty account (spec 8). */
export function NoResult({ address: { search, find }, title, text, start }: NoResultProps) {
  const t = useTranslations('project.none')
  const startLink = (
    <LinkButton to="/quote" search={{}}>
      {start}
    </LinkButton>
  )
  if (search === '') return <EmptyState title={title} text={text} action={startLink} />

  const resetButton = (
    <Button variant="secondary" onClick={() => find('')}>
      {t('reset')}
    </Button>
  )

  return <EmptyState title={t('title')} text={t('text', { search })} action={resetButton} />
}
