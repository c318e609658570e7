import type { StaffClaimView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import { photoQuery } from './claim.api.ts'
import classes from './claim.module.css'
import { Photos } from './photos.tsx'

type ClaimEvent = StaffClaimView['history'][number]

/** Who did something: the name of a colleague, or the customer. */
export function useActorName(): (event: Pick<ClaimEvent, 'by' | 'author'>) => string {
  const t = useTranslations('staff-claim.actors')
  return ({ by, author }) => (author === '' ? t(by) : author)
}

/** Everything that was said, oldest first, with the customer's photos. */
export function ClaimHistory({ claim: { history } }: { claim: StaffClaimView }) {
  const t = useTranslations('staff-claim')
  const { moment } = useFormats('medium')
  const actorName = useActorName()

  return (
    <Section title={t('history')}>
      <ol className={classes.history}>
        {history.map((event, i) => (
          <li key={event.at + event.to} className={classes.event} data-by={event.by}>
            <strong>{t(event.to === 'open' && i > 0 ? 'events.answered' : `events.${event.to}`)}</strong>
            <Hint>{t('eventBy', { actor: actorName(event), moment: moment(event.at) })}</Hint>
            {event.text === '' ? null : <p className={classes.text}>{event.text}</p>}
            <Photos photos={event.photoIds.map(photoQuery)} />
          </li>
        ))}
      </ol>
    </Section>
  )
}
