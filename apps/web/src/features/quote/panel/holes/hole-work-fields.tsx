import { type HelicoilRatio, helicoilRatios } from '@cotation/domain'
import { useMemo } from 'react'
import { useAddedText } from '#features/quote/panel/scope/added-figures.tsx'
import { NumberField, SelectField } from '#features/quote/panel/scope/fields.tsx'
import { Help } from '#features/quote/panel/scope/help.tsx'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { useDeferredPart } from '#features/quote/panel/scope/use-deferred-part.ts'
import type { HoleService } from '#features/quote/panel/services/service-selection.ts'
import { useFaultText } from '#features/quote/texts/use-formats.ts'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { sizeOffers, type WorkOffer, workOffers } from './hole-offers.ts'
import { type HoleWork, usualWork } from './hole-work.ts'
import classes from './holes.module.css'

interface HoleWorkFieldsProps {
  /** The name of the hole, for the labels. */
  name: string
  at: readonly number[]
  work: HoleWork | undefined
  scope: PanelScope
  onWork: (at: readonly number[], work: HoleWork | undefined) => void
}

/**
 * The work in a hole or a group of equal holes: service, size and depth, each option with what it
 * adds.
 */
export function HoleWorkFields({ name, at, work, scope, onWork }: HoleWorkFieldsProps) {
  const t = useTranslations('panel.holes')
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const addedText = useAddedText()
  const deferred = useDeferredPart(scope)
  const offers = useMemo(() => workOffers({ scope: deferred, at }), [deferred, at])

  const labelOf = ({ service, added, fault }: WorkOffer) => {
    const what = names.service(service)
    if (fault) return t('unfit', { what, reason: faultText(fault) })
    return added ? t('adds', { what, added: addedText(added) }) : what
  }
  const options = offers.map((offer) => ({ value: offer.service, disabled: !offer.work, label: labelOf(offer) }))

  const choose = (value: string) =>
    onWork(at, value === '' ? undefined : usualWork(scope, at[0] ?? 0, value as HoleService))

  return (
    <div className={classes.fields}>
      <SelectField
        label={t('work', { hole: name })}
        value={work?.service ?? ''}
        options={[{ value: '', label: t('nothing') }, ...options]}
        onChange={choose}
      />
      {work ? <Help term={work.service} /> : null}
      {work && work.service !== 'reaming' ? <ThreadFields {...{ name, at, work, scope, onWork }} /> : null}
      {work?.service === 'reaming' ? (
        <NumberField
          label={t('diameter', { hole: name })}
          value={work.diameterMm}
          min={0}
          max={50}
          step="any"
          onChange={(diameterMm) => onWork(at, { ...work, diameterMm: diameterMm ?? 0 })}
        />
      ) : null}
    </div>
  )
}

type ThreadWork = Exclude<HoleWork, { service: 'reaming' }>

function ThreadFields({ name, at, work, scope, onWork }: HoleWorkFieldsProps & { work: ThreadWork }) {
  const t = useTranslations('panel.holes')
  const addedText = useAddedText()
  const faultText = useFaultText(scope.catalogue)
  const deferred = useDeferredPart(scope)
  const offers = useMemo(() => sizeOffers({ scope: deferred, at }, work.service), [deferred, at, work.service])
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
        label={t('size', { hole: name })}
        value={work.size}
        options={[...options, ...refused]}
        onChange={(size) => onWork(at, usualWork(scope, at[0] ?? 0, work.service, size))}
      />
      {work.service === 'tapping' ? (
        <NumberField
          label={t('depth', { hole: name })}
          value={work.depthMm}
          min={0}
          max={scope.part.holes[at[0] ?? 0]?.depthMm ?? 0}
          step="any"
          onChange={(depthMm) => onWork(at, { ...work, depthMm: depthMm ?? 0 })}
        />
      ) : null}
      {work.service === 'helicoil' ? (
        <SelectField
          label={t('ratio', { hole: name })}
          value={work.ratio}
          options={helicoilRatios.map((ratio) => ({ value: ratio, label: ratio.replace('D', ' × D') }))}
          onChange={(ratio) => onWork(at, { ...work, ratio: ratio as HelicoilRatio })}
        />
      ) : null}
    </>
  )
}
