import { type TechnologySlug, technologySlugs } from '@cotation/domain'
import { useState } from 'react'
import { isEditable } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import classes from './header.module.css'

/** Switches the technology of the whole project, after confirming what that changes. */
export function ServiceSwitch({ workspace: { project, lines, catalogue, actions } }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const { language } = useLanguage()
  const [target, setTarget] = useState<TechnologySlug>()
  const [isBusy, setBusy] = useState(false)
  const nameOf = (slug: TechnologySlug | undefined) =>
    catalogue.technologies.find((technology) => technology.slug === slug)?.name[language] ?? slug ?? ''
  const count = lines.filter(isEditable).length
  const technology = nameOf(target)
  const switchTechnology = async () => {
    if (!target) return
    setBusy(true)
    // The gateway shows the error; the switch keeps the old value.
    await actions.switchTechnology(target).catch(() => {})
    setBusy(false)
    setTarget(undefined)
  }

  return (
    <>
      <ToggleGroup
        label={t('service')}
        className={classes.services}
        toggles={technologySlugs.map((slug) => ({ value: slug, content: nameOf(slug) }))}
        value={project.service}
        onChange={(slug) => (slug === project.service ? undefined : setTarget(slug))}
      />
      <Confirm
        opened={target !== undefined}
        title={t('switchTitle', { technology })}
        confirmLabel={t('switchDo')}
        loading={isBusy}
        onConfirm={() => void switchTechnology()}
        onCancel={() => setTarget(undefined)}
      >
        {count > 0 ? t('switchText', { count, technology }) : t('switchNone', { technology })}
      </Confirm>
    </>
  )
}
