import { lineFaults } from '@cotation/pricing'
import { useMemo } from 'react'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { Section } from '#features/quote/panel/scope/section.tsx'
import { useProposal } from '#features/quote/panel/scope/use-proposal.tsx'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ClaimedThreads } from './claimed-threads.tsx'
import { HoleGroupRow } from './hole-group-row.tsx'
import { holeGroups } from './hole-groups.ts'
import { HoleOptions } from './hole-options.tsx'
import { type HoleWork, withHoleWork, workByHole } from './hole-work.ts'
import classes from './holes.module.css'

/**
 * Threads and inserts by groups of equal holes. Selecting a hole here highlights it on the model,
 * and vice versa.
 */
export function HoleList({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.holes')
  const { part, configuration, catalogue } = scope
  const groups = useMemo(() => holeGroups(part), [part])
  const works = useMemo(() => workByHole(configuration), [configuration])
  const faults = useMemo(() => lineFaults(part, configuration, catalogue), [part, configuration, catalogue])
  const { propose, dialog } = useProposal(scope)
  const set = (at: readonly number[], work: HoleWork | undefined) =>
    scope.change('threads', withHoleWork(scope, at, work), work?.service)

  return (
    <Section title={t('title')} help="holes" aside={t('count', { holes: part.holes.length, worked: works.size })}>
      {groups.length === 0 ? <p className={classes.soft}>{t('noneFound')}</p> : null}
      <ul className={classes.groups}>
        {groups.map((group) => (
          <HoleGroupRow key={group.key} {...{ group, works, faults, scope }} onWork={set} />
        ))}
      </ul>
      <HoleOptions scope={scope} propose={propose} />
      <ClaimedThreads scope={scope} faults={faults} />
      {dialog}
    </Section>
  )
}
