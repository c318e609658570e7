import type { LineView } from '@cotation/contracts'
import { Checkbox } from '@mantine/core'
import { Section } from '#features/checkout/form/section.tsx'
import type { Checkout } from '#features/checkout/form/use-checkout.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LeftLines } from './left-lines.tsx'
import { LineItem } from './line-item.tsx'
import classes from './lines.module.css'
import { useReadyDays } from './use-ready-days.ts'
import { useSeenLines } from './use-seen-lines.ts'

/** The lines of the project: a checkbox for each ready line, then the lines that are not ready. */
export function LineList({ checkout }: { checkout: Checkout }) {
  const { project, draft, change, missing, notes, preview } = checkout
  const t = useTranslations('checkout.lines')
  const seen = useSeenLines(preview.view)
  const readyDay = useReadyDays()

  const ready = project.lines.filter(({ status }) => status === 'ready')
  const left = project.lines.filter((line) => !ready.includes(line))
  const chosen = ready.filter(({ id }) => draft.lineIds.includes(id))
  const setChosen = (isChosen: (line: LineView) => boolean) =>
    change({ lineIds: ready.filter(isChosen).map(({ id }) => id) })

  return (
    <Section name="lines" title={t('title')} lack={missing.lines}>
      {ready.length > 1 ? (
        <Checkbox
          label={t('all')}
          checked={chosen.length === ready.length}
          indeterminate={chosen.length > 0 && chosen.length < ready.length}
          onChange={() => setChosen(() => chosen.length < ready.length)}
        />
      ) : null}
      <ul className={classes.lines}>
        {ready.map((line) => (
          <LineItem
            key={line.id}
            line={line}
            seen={seen.get(line.id)}
            readyDay={readyDay}
            notes={notes}
            isChosen={chosen.includes(line)}
            onChoose={(isChosen) => setChosen(({ id }) => (id === line.id ? isChosen : draft.lineIds.includes(id)))}
          />
        ))}
      </ul>
      <LeftLines projectId={project.id} lines={left} />
    </Section>
  )
}
