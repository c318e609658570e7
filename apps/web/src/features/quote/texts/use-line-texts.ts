import { type Catalogue, type Fault, faultValues, findColour, findMaterial } from '@cotation/domain'
import { useMemo } from 'react'
import { useFormatter } from 'use-intl'
import { processOf, type WorkLine } from '#features/quote/workspace/work-line.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { cachedDeliveryDates } from './delivery-date.ts'
import { useFormats } from './use-formats.ts'
import { useMinute } from './use-minute.ts'
import { useStatusTexts } from './use-status-texts.ts'

interface MaterialTexts {
  name: string
  process: string
  colour: string | undefined
  hex: string | undefined
}

/** The delivery date by working days, for an order placed now. */
function useDelivery(catalogue: Catalogue) {
  const now = useMinute()
  return useMemo(() => {
    const dateAfter = cachedDeliveryDates(now, catalogue)
    return (workingDays: number | undefined) => (workingDays === undefined ? undefined : dateAfter(workingDays))
  }, [now, catalogue])
}

function useMaterialTexts(catalogue: Catalogue) {
  const { language } = useLanguage()
  return useMemo(
    () =>
      (line: WorkLine): MaterialTexts | undefined => {
        const material = line.configuration && findMaterial(catalogue, line.configuration.materialId)
        const process = processOf(line, catalogue)
        if (!material || !process) return undefined

        const colour = findColour(material, line.configuration?.colourId ?? '')

        return {
          name: material.name[language],
          process: catalogue.processes[process].name[language],
          colour: colour?.name[language],
          hex: colour?.hex,
        }
      },
    [catalogue, language],
  )
}

/**
 * The texts of a row, created once for the whole table, so that a row scrolled into view only calls
 * functions. The same object until language, catalogue or minute change: memoised rows then depend
 * on their line alone.
 */
export function useLineTexts(catalogue: Catalogue) {
  const t = useTranslations('line')
  const format = useFormatter()
  const formats = useFormats()
  const configuration = useTranslations('configuration')
  const { language } = useLanguage()
  const delivery = useDelivery(catalogue)
  const material = useMaterialTexts(catalogue)
  const status = useStatusTexts()

  return useMemo(() => {
    const length = (mm: number) => format.number(mm, { maximumFractionDigits: mm < 100 ? 2 : 1 })
    const { money, day } = formats
    const faultText = (fault: Fault) => configuration(`fault.${fault.code}`, faultValues(fault, catalogue, language))

    // In cubic centimetres a tiny part would show as zero.
    const volume = (mm3: number) => {
      const isTiny = mm3 < 100
      const value = format.number(isTiny ? mm3 : mm3 / 1000, { maximumSignificantDigits: isTiny ? 3 : 4 })
      return t(isTiny ? 'tinyVolume' : 'volume', { value })
    }
    const share = (value: number) => format.number(value, { style: 'percent', maximumFractionDigits: 1 })

    return {
      t,
      language,
      money,
      count: (value: number) => format.number(value),
      day,
      date: (iso: string) => format.dateTime(new Date(iso), { day: 'numeric', month: 'long', year: 'numeric' }),
      delivery,
      material,
      faultText,
      status: (line: WorkLine) => status(line, faultText),
      size: ({ sizeMm }: WorkLine) => sizeMm && t('size', { size: sizeMm.map(length).join(' × ') }),
      volume: ({ part }: WorkLine) => part && volume(part.volumeMm3),
      share,
      difference: ({ difference }: WorkLine) => {
        if (!difference) return undefined

        const before = money(difference.browserMinor)
        const after = money(difference.serverMinor)
        const figure = t(`figure.${difference.figure}`)

        return {
          short: t('differenceShort', { before, figure: t(`figureShort.${difference.figure}`) }),
          full: t('difference', { before, after, figure, share: share(difference.share) }),
        }
      },
    }
  }, [t, format, formats, configuration, catalogue, language, delivery, material, status])
}

export type LineTexts = ReturnType<typeof useLineTexts>
