import type { StaffClaimView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PhotoRow, PhotoThumb } from '#ui/photo-thumb.tsx'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import { photoQuery } from './claim.api.ts'
import classes from './claim.module.css'

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
            <PhotoRow label={t('photos')}>
              {event.photoIds.map((photoId, index) => (
                <li key={photoId}>
                  <ClaimPhoto photoId={photoId} number={index + 1} />
                </li>
              ))}
            </PhotoRow>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function ClaimPhoto({ photoId, number }: { photoId: string; number: number }) {
  const t = useTranslations('staff-claim')
  const { data, isLoadingError } = useQuery(photoQuery(photoId))

  return (
    <PhotoThumb
      file={data}
      name={t('photo', { number })}
      openLabel={t('openPhoto', { number })}
      missing={isLoadingError ? t('photoMissing', { number }) : undefined}
    />
  )
}
