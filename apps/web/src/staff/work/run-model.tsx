import type { RunDetails } from '@cotation/contracts'
import { useMemo } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { riskMarks } from '../shared/model-marks.ts'
import { PartModel } from '../shared/part-model.tsx'
import { loadRunMesh, runMeshKey } from './work.api.ts'

/** The model of the part, with the places of the risks that the customer accepted. */
export function RunModel({ run: { code, name, acceptedRisks } }: { run: RunDetails }) {
  const t = useTranslations('staff-work')
  const marks = useMemo(() => riskMarks(acceptedRisks), [acceptedRisks])

  return (
    <Section title={t('model')}>
      <PartModel meshKey={runMeshKey(code)} load={loadRunMesh(code)} name={name} marks={marks} />
    </Section>
  )
}
