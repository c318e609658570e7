import { countryOptions } from '@cotation/places'
import { useMemo, useState } from 'react'
import type { CountryEstimate } from '#features/quote/workspace/estimate.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { rememberCountry } from '#lib/home-country.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SearchSelect } from '#ui/search-select.tsx'
import { Stack } from '#ui/stack.tsx'
import { LandedCharges } from './landed-charges.tsx'

interface LandedDialogProps {
  workspace: Workspace
  shown: CountryEstimate
  onClose: () => void
}

/** The country of delivery, and what the ready parts cost there. */
export function LandedDialog({ workspace, shown, onClose }: LandedDialogProps) {
  const t = useTranslations('line.landed')
  const { language } = useLanguage()
  const options = useMemo(() => countryOptions(language), [language])
  const [failed, setFailed] = useState(false)

  const choose = (country: string) => {
    rememberCountry(country)
    setFailed(false)
    workspace.actions.setCountry(country).catch(() => setFailed(true))
  }

  return (
    <Dialog opened onClose={onClose} title={t('title')} size="md">
      <Stack>
        <SearchSelect
          label={t('country')}
          options={options}
          value={shown.country}
          noMatch={t('noMatch')}
          error={failed ? t('failed') : undefined}
          onChange={choose}
        />
        <LandedCharges workspace={workspace} shown={shown} />
      </Stack>
    </Dialog>
  )
}
