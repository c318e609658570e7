import type { OrderView } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './detail.module.css'
import { Section } from './section.tsx'

/** The customer's notes on the order, and a link to its project. */
export function OrderFacts({ order: { poNumber, comment, entrust, projectId } }: { order: OrderView }) {
  const t = useTranslations('order.detail')
  const facts = [
    { name: 'po', text: poNumber },
    { name: 'comment', text: comment },
    { name: 'entrustFor', text: entrust?.customerEmail ?? '' },
    { name: 'platformNumber', text: entrust?.platformOrderNumber ?? '' },
  ] as const
  const filled = facts.filter(({ text }) => text !== '')
  if (filled.length === 0 && projectId === null) return null

  return (
    <Section title={t('facts')}>
      <dl className={classes.facts}>
        {filled.map(({ name, text }) => (
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
