import { type Fault, type HelicoilRatio, helicoilRatios, type ThreadWork } from '@cotation/domain'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useFormatter } from 'use-intl'
import { useFaultText, useNames } from '#features/quote/workspace/use-texts.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import classes from './choices.module.css'
import { FaultTexts, NumberField, SelectField } from './fields.tsx'
import { sizeOffers, type WorkOffer, workOffers } from './hole-offers.ts'
import { commonWork, type HoleGroup, type HoleWork, usualWork } from './hole-work.ts'
import { useAddedText } from './option-figures.tsx'
import { type PanelScope, useDeferredPart } from './panel-scope.ts'
import { Help } from './section.tsx'
import type { HoleService } from './service-selection.ts'

interface HoleGroupRowProps {
  group: HoleGroup
  works: ReadonlyMap<number, HoleWork>
  faults: readonly Fault[]
  scope: PanelScope
  onWork: (holes: readonly number[], work: HoleWork | undefined) => void
}

/** A group of equal holes: one choice for all, or one for each. */
export function HoleGroupRow({ group, works, faults, scope, onWork }: HoleGroupRowProps) {
  const t = useTranslations('panel.holes')
  const row = useRef<HTMLLIElement>(null)
  const { holes, diameterMm, depthMm, through } = group
  const work = commonWork(works, holes)
  const [single, setSingle] = useState(false)
  const { mark } = scope
  const pointed = mark?.kind === 'hole' && holes.includes(mark.index) ? mark.index : undefined

  useEffect(() => {
    if (pointed === undefined) return
    row.current?.scrollIntoView({ block: 'nearest' })

    const isOnModel = mark?.kind === 'hole' && mark.isOnModel
    // The focus stays on a full-screen model, and on marks that are visited by keyboard.
    const isKept = document.activeElement?.matches('[data-full] *, :focus-visible')
    if (isOnModel && !isKept) fieldOf(row.current, pointed)?.focus()
  }, [mark, pointed])

  const name = t(through ? 'through' : 'blind', { count: holes.length, diameter: diameterMm, depth: depthMm })
  const isApart = single || work === 'mixed'
  const point = (hole: number) => scope.onMark({ kind: 'hole', index: hole })

  return (
    <li ref={row} className={classes.holeGroup} data-pointed={pointed !== undefined || undefined}>
      <Button
        variant="bare"
        className={classes.head}
        aria-pressed={pointed !== undefined}
        onMouseEnter={() => point(holes[0] ?? 0)}
        onClick={() => point(holes[0] ?? 0)}
      >
        {name}
      </Button>
      {isApart ? null : <HoleWorkFields name={name} holes={holes} work={work} scope={scope} onWork={onWork} />}
      {holes.length > 1 ? (
        <Checkbox
          label={t('oneByOne')}
          checked={isApart}
          disabled={work === 'mixed'}
          onChange={(event) => setSingle(event.currentTarget.checked)}
        />
      ) : null}
      {isApart ? (
        <ul className={classes.singles}>
          {holes.map((hole) => (
            <li key={hole} data-hole={hole} data-pointed={pointed === hole || undefined}>
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
                holes={[hole]}
                work={works.get(hole)}
                scope={scope}
                onWork={onWork}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <FaultTexts faults={faultsOfHoles(faults, holes, scope)} catalogue={scope.catalogue} />
    </li>
  )
}

/** The first field of a hole: its own, or that of its group. */
const fieldOf = (row: HTMLElement | null, hole: number): HTMLElement | null | undefined =>
  (row?.querySelector(`[data-hole="${hole}"]`) ?? row)?.querySelector('select')

/** The faults of these holes: a fault names the item of a service, and the item lists its holes. */
function faultsOfHoles(faults: readonly Fault[], holes: readonly number[], { configuration }: PanelScope): Fault[] {
  return faults.filter(({ field }) => {
    const [, id, index] = /^services\.([\w-]+)\.items\.(\d+)/.exec(field) ?? []
    const selection = configuration.services.find((one) => one.id === id)
    if (!selection || !('items' in selection)) return false
    return selection.items[Number(index)]?.holes?.some((hole) => holes.includes(hole)) ?? false
  })
}

/** The heading names the holes: the labels repeat their name for screen readers only. */
const of = (words: ReactNode) => <span className="visually-hidden">{words}</span>

interface HoleWorkFieldsProps {
  /** The name of the hole, for the labels. */
  name: string
  holes: readonly number[]
  work: HoleWork | undefined
  scope: PanelScope
  onWork: (holes: readonly number[], work: HoleWork | undefined) => void
}

/**
 * The work in a hole or a group of equal holes: service, size and depth, each option with what it
 * adds.
 */
function HoleWorkFields({ name, holes, work, scope, onWork }: HoleWorkFieldsProps) {
  const t = useTranslations('panel.holes')
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const addedText = useAddedText()
  const deferred = useDeferredPart(scope)
  const offers = useMemo(() => workOffers(deferred, holes), [deferred, holes])

  const labelOf = ({ service, added, fault }: WorkOffer) => {
    const what = names.service(service)
    if (fault) return t('unfit', { what, reason: faultText(fault) })
    return added ? t('adds', { what, added: addedText(added) }) : what
  }
  const options = offers.map((offer) => ({ value: offer.service, disabled: !offer.work, label: labelOf(offer) }))

  const choose = (value: string) =>
    onWork(holes, value === '' ? undefined : usualWork(scope, holes[0] ?? 0, value as HoleService))

  return (
    <div className={classes.fields}>
      <SelectField
        label={t.rich('work', { hole: name, of })}
        value={work?.service ?? ''}
        options={[{ value: '', label: t('nothing') }, ...options]}
        onChange={choose}
      />
      {work ? <Help term={work.service} /> : null}
      {work && work.service !== 'reaming' ? (
        <ThreadFields name={name} holes={holes} work={work} scope={scope} onWork={onWork} />
      ) : null}
      {work?.service === 'reaming' ? (
        <NumberField
          label={t.rich('diameter', { hole: name, of })}
          value={work.diameterMm}
          min={0}
          max={50}
          step="any"
          onChange={(diameterMm) => onWork(holes, { ...work, diameterMm: diameterMm ?? 0 })}
        />
      ) : null}
    </div>
  )
}

function ThreadFields({ name, holes, work, scope, onWork }: HoleWorkFieldsProps & { work: ThreadWork }) {
  const t = useTranslations('panel.holes')
  const format = useFormatter()
  const addedText = useAddedText()
  const faultText = useFaultText(scope.catalogue)
  const deferred = useDeferredPart(scope)
  const offers = useMemo(() => sizeOffers(deferred, holes, work.service), [deferred, holes, work.service])
  const fitting = offers.filter(({ fault }) => !fault)
  const options = fitting.map(({ size, added }) => ({
    value: size,
    label: added ? t('adds', { what: size, added: addedText(added) }) : size,
  }))

  // Only sizes that nearly fit are listed with their reason: a hundred others would hide the few
  // that fit.
  const unfit = offers.flatMap(({ size, fault }) =>
    fault && !fault.code.startsWith('HOLE_WRONG') && fault.code !== 'NO_INSERT_OF_SIZE' ? { size, fault } : [],
  )
  const refused = unfit.map(({ size, fault }) => ({
    value: size,
    disabled: true,
    label: t('unfit', { what: size, reason: faultText(fault) }),
  }))

  return (
    <>
      <SelectField
        label={t.rich('size', { hole: name, of })}
        value={work.size}
        options={[...options, ...refused]}
        onChange={(size) => onWork(holes, usualWork(scope, holes[0] ?? 0, work.service, size))}
      />
      {work.service === 'tapping' ? (
        <NumberField
          label={t.rich('depth', { hole: name, of })}
          value={work.depthMm}
          min={0}
          max={scope.part.holes[holes[0] ?? 0]?.depthMm ?? 0}
          step="any"
          onChange={(depthMm) => onWork(holes, { ...work, depthMm: depthMm ?? 0 })}
        />
      ) : null}
      {work.service === 'helicoil' ? (
        <SelectField
          label={t.rich('ratio', { hole: name, of })}
          value={work.ratio}
          options={helicoilRatios.map((ratio) => ({
            value: ratio,
            label: `${format.number(Number.parseFloat(ratio))} × D`,
          }))}
          onChange={(ratio) => onWork(holes, { ...work, ratio: ratio as HelicoilRatio })}
        />
      ) : null}
    </>
  )
}
