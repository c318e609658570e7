import type { MaterialWay } from '@cotation/domain'
import { type MeasuredPart, materialLimitsOf, type ProcessSuggestion, suggestProcess } from '@cotation/pricing'
import { useId, useMemo, useState } from 'react'
import { useNames } from '#features/quote/workspace/use-texts.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { findPrice, priceable } from './added.ts'
import classes from './choices.module.css'
import { compareProcesses, configuredIn } from './compared-processes.ts'
import { type ConfiguredPart, type PanelScope, useDeferredPart } from './panel-scope.ts'
import { ProcessComparison } from './process-comparison.tsx'
import { useProposal } from './use-proposal.tsx'

/**
 * The processes that suit the part in the quantity of the line; a metal stays a metal. Findings
 * count as soon as the analysis is loaded. Memoised by what it depends on, because every process is
 * inspected.
 */
function useSuggestion(
  { part, configuration, material, catalogue }: ConfiguredPart,
  { analysis, line }: Pick<PanelScope, 'analysis' | 'line'>,
) {
  const fileName = line.view.upload.name
  const { quantity } = configuration
  const { isMetal } = materialLimitsOf(material)

  return useMemo(() => {
    const body = analysis?.bodies[0]
    const measured: MeasuredPart = analysis && body ? { measures: part, analysis, body, fileName } : { measures: part }
    return suggestProcess(measured, { quantity, isMetal }, catalogue)
  }, [part, analysis, fileName, quantity, isMetal, catalogue])
}

/** Why the process of the line suits the part, or which would suit it better, and a comparison. */
export function ProcessAdvice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.process')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const deferred = useDeferredPart(scope)
  const suggestion = useSuggestion(deferred, scope)
  const comparison = useMemo(
    () => (isOpen && suggestion ? compareProcesses(deferred, suggestion) : undefined),
    [isOpen, deferred, suggestion],
  )
  const { propose, dialog } = useProposal(scope)
  if (!suggestion) return null

  const take = (way: MaterialWay) => {
    const taken = configuredIn(scope, way)
    if (taken) propose('material', taken.configuration)
  }

  return (
    <div className={classes.advice}>
      <AdviceText scope={scope} suggestion={suggestion} onTake={take} />
      <Button variant="link" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t('close') : t('compare')}
      </Button>
      <div id={id}>
        {comparison ? (
          <ProcessComparison
            scope={scope}
            comparison={comparison}
            suggested={suggestion.ways[0]?.process}
            onChoose={take}
          />
        ) : null}
      </div>
      {dialog}
    </div>
  )
}

interface AdviceTextProps {
  scope: PanelScope
  suggestion: ProcessSuggestion
  onTake: (way: MaterialWay) => void
}

/** Nothing reasonable can make the part as it is: its findings help more than another process. */
const isNoAdvice = (id: ProcessSuggestion['reason']['id']): boolean => id === 'none' || id === 'mould'

/** One sentence; nothing if the line has another process that suits the part as well. */
function AdviceText({ scope, suggestion: { ways, suited, reason }, onTake }: AdviceTextProps) {
  const t = useTranslations('panel.process')
  const { money } = useFormats()
  const names = useNames(scope.catalogue)
  const [first] = ways
  if (!first) return null

  const refused = reason.refused ? names.process(reason.refused) : ''
  const why = t(`reason.${reason.id}`, { ...reason.values, process: refused })
  if (isNoAdvice(reason.id)) return <p>{why}</p>
  if (first.process === scope.process) return <p>{t('suggested', { reason: why })}</p>
  if (suited.includes(scope.process)) return null

  const process = names.process(first.process)
  const configuration = configuredIn(scope, first)?.configuration
  const complete = configuration && priceable(scope.part, configuration, scope.catalogue).configuration
  const price = complete && findPrice(scope.part, complete, scope.catalogue)

  return (
    <p>
      {t('better', { process, reason: why })}{' '}
      {price ? (
        <Button variant="link" onClick={() => onTake(first)}>
          {t('take', { process, price: money(price.linePrice.minor) })}
        </Button>
      ) : null}
    </p>
  )
}
