import type { FriendView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import lists from '#ui/list.module.css'
import { ListResults } from '#ui/list-page.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { useListAddress } from '#ui/use-list-address.ts'
import { friendsQuery } from './referral.api.ts'
import classes from './referral.module.css'

const tones: Record<FriendView['state'], Tone> = {
  sent: 'neutral',
  'signed-up': 'neutral',
  ordered: 'accent',
  rewarded: 'good',
  'not-eligible': 'neutral',
}

/** Invited people and how far each has come. */
export function FriendList() {
  const t = useTranslations('referral')
  const { date } = useFormats('medium')
  const address = useListAddress()
  const list = useQuery(friendsQuery(address.page))

  return (
    <ListResults
      query={list}
      address={address}
      count={(count) => t('friends.count', { count })}
      empty={<EmptyState title={t('friends.emptyTitle')} text={t('friends.emptyText')} />}
    >
      {({ friends }) => (
        <ul className={lists.list}>
          {friends.map(({ id, email, state, at }) => (
            <li key={id} className={classes.item}>
              <div>
                <div className={classes.email}>{email}</div>
                <Hint>{t('friends.since', { date: date(at) })}</Hint>
              </div>
              <Badge dot tone={tones[state]}>
                {t(`state.${state}`)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </ListResults>
  )
}
