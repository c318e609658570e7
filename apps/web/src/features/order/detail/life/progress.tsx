import type { OrderView } from '@cotation/contracts'
import { IconCheck } from '@tabler/icons-react'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { lifeSteps } from './life-steps.ts'
import classes from './progress.module.css'

/** The steps of an order: a row on wide screens, a column on narrow ones. */
export function Progress({ order }: { order: OrderView }) {
  const t = useTranslations('order')
  const { date } = useOrderWords()

  return (
    <section aria-labelledby="progress-title">
      <h2 id="progress-title" className="visually-hidden">
        {t('life.title')}
      </h2>
      <ol className={classes.steps}>
        {lifeSteps(order).map(({ name, state, at }) => (
          <li
            key={name}
            className={classes.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={classes.mark}>{state === 'done' ? <IconCheck size={14} aria-hidden /> : null}</span>
            <span className={classes.words}>
              <span className={classes.name}>{name === 'placed' ? t('life.placed') : t(`status.${name}`)}</span>
              <span className="visually-hidden">{`, ${t(`life.step.${state}`)}`}</span>
              {at ? (
                <time className={classes.at} dateTime={at}>
                  {date(at)}
                </time>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
