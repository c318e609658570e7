import type { OrderView } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './detail.module.css'
import { Section } from './section.tsx'

/** What the customer wrote on the order, and the project that it came from. */
export function OrderFacts({ order: { poNumber, comment, entrust, projectId } }: { order: OrderView }) {
  const t = useTranslations('orders.detail')
  const facts = [
    { name: 'po', text: poNumber },
    { name: 'comment', text: comment },
    { name: 'entrustFor', text: entrust?.customerEmail ?? '' },
    { name: 'platformNumber', text: entrust?.platformOrderNumber ?? '' },
  ] as const
  const told = facts.filter(({ text }) => text !== '')
  if (told.length === 0 && projectId === null) return null

  return (
    <Section title={t('facts')}>
      <dl className={classes.facts}>
        {told.map(({ name, text }) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd className={classes.written}>{text}</dd>
          </div>
        ))}
        {projectId === null ? null : (
          <div>
            <dt>{t('project')}</dt>
            <dd>
              <TextLink to="/quote/$projectId" params={{ projectId }} search={{}} size="sm">
                {t('openProject')}
              </TextLink>
            </dd>
          </div>
        )}
      </dl>
    </Section>
  )
}
