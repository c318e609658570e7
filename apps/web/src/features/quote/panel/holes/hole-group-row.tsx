import type { Fault } from '@cotation/domain'
import { useEffect, useRef, useState } from 'react'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { useFaultText } from '#features/quote/texts/use-formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import type { HoleGroup } from './hole-groups.ts'
import { commonWork, type HoleWork } from './hole-work.ts'
import { HoleWorkFields } from './hole-work-fields.tsx'
import classes from './holes.module.css'

interface HoleGroupRowProps {
  group: HoleGroup
  works: ReadonlyMap<number, HoleWork>
  faults: readonly Fault[]
  scope: PanelScope
  onWork: (at: readonly number[], work: HoleWork | undefined) => void
}

/** A group of equal holes: one choice for all, or one for each. */
export function HoleGroupRow({ group, works, faults, scope, onWork }: HoleGroupRowProps) {
  const t = useTranslations('panel.holes')
  const faultText = useFaultText(scope.catalogue)
  const row = useRef<HTMLLIElement>(null)
  const { at, diameterMm, depthMm, through } = group
  const work = commonWork(works, at)
  const [single, setSingle] = useState(false)
  const { mark } = scope
  const pointed = mark?.kind === 'hole' && at.includes(mark.index) ? mark.index : undefined

  useEffect(() => {
    if (pointed !== undefined) row.current?.scrollIntoView({ block: 'nearest' })
  }, [pointed])

  const name = t(through ? 'through' : 'blind', { count: at.length, diameter: diameterMm, depth: depthMm })
  const isApart = single || work === 'mixed'
  const own = faultsOfHoles(faults, at, scope)
  const point = (hole: number) => scope.onMark({ kind: 'hole', index: hole })

  return (
    <li ref={row} className={classes.group} data-pointed={pointed !== undefined || undefined}>
      <Button
        variant="bare"
        className={classes.head}
        aria-pressed={pointed !== undefined}
        onMouseEnter={() => point(at[0] ?? 0)}
        onClick={() => point(at[0] ?? 0)}
      >
        {name}
      </Button>
      {isApart ? null : <HoleWorkFields name={name} at={at} work={work} scope={scope} onWork={onWork} />}
      {at.length > 1 ? (
        <Checkbox
          label={t('oneByOne')}
          checked={isApart}
          disabled={work === 'mixed'}
          onChange={(event) => setSingle(event.currentTarget.checked)}
        />
      ) : null}
      {isApart ? (
        <ul className={classes.singles}>
          {at.map((hole) => (
            <li key={hole} data-pointed={pointed === hole || undefined}>
              <Button
                variant="bare"
                className={classes.head}
                onMouseEnter={() => point(hole)}
                onClick={() => point(hole)}
              >
                {t('hole', { number: hole + 1 })}
              </Button>
              <HoleWorkFields
                name={t('hole', { number: hole + 1 })}
                at={[hole]}
                work={works.get(hole)}
                scope={scope}
                onWork={onWork}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {own.map((fault) => (
        <p key={`${fault.code} ${fault.field}`} className={classes.wrong}>
          {faultText(fault)}
        </p>
      ))}
    </li>
  )
}

/** The faults of these holes: a fault names the item of a service, and the item lists its holes. */
function faultsOfHoles(faults: readonly Fault[], at: readonly number[], { configuration }: PanelScope): Fault[] {
  return faults.filter(({ field }) => {
    const [, id, index] = /^services\.([\w-]+)\.items\.(\d+)/.exec(field) ?? []
    const selection = configuration.services.find((one) => one.id === id)
    if (!selection || !('items' in selection)) return false
    return selection.items[Number(index)]?.holes?.some((hole) => at.includes(hole)) ?? false
  })
}
