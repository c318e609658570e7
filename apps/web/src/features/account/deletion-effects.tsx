import { useTranslations } from '#lib/texts/i18n.tsx'
import { Stack } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import classes from './personal-data.module.css'

const erased = ['profile', 'files', 'benefits', 'mails'] as const
const kept = ['invoices', 'books'] as const

/** What a deletion erases, what stays, and why. */
export function DeletionEffects({ points }: { points: number }) {
  const t = useTranslations('personal-data.effects')

  return (
    <section className={classes.card} aria-labelledby="effects-title">
      <Stack>
        <Heading level={2} id="effects-title">
          {t('title')}
        </Heading>
        <div className={classes.columns}>
          <div>
            <Heading level={3}>{t('erased.title')}</Heading>
            <ul className={classes.list}>
              {erased.map((item) => (
                <li key={item}>{t(`erased.items.${item}`, { points })}</li>
              ))}
            </ul>
          </div>
          <div>
            <Heading level={3}>{t('kept.title')}</Heading>
            <ul className={classes.list}>
              {kept.map((item) => (
                <li key={item}>{t(`kept.items.${item}`)}</li>
              ))}
            </ul>
            <Hint>{t('kept.why')}</Hint>
          </div>
        </div>
        <Hint>{t('after')}</Hint>
      </Stack>
    </section>
  )
}
