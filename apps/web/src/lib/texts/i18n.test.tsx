import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { I18nProvider, setLanguage, useTranslations } from './i18n.tsx'
import { language } from './language.ts'
import { catalogues, ensureMessages } from './messages.ts'

function Sample() {
  const t = useTranslations('app.shell')
  return <p>{t('logIn')}</p>
}

it('starts in French and remembers another choice', async () => {
  await ensureMessages(['app'])
  render(<Sample />, { wrapper: I18nProvider })
  expect(screen.getByText('Connexion')).toBeDefined()

  await setLanguage('en')
  expect(await screen.findByText('Log in')).toBeDefined()
  expect([localStorage.getItem('language'), document.documentElement.lang]).toEqual(['en', 'en'])
  await setLanguage('fr')
})

it('shows the English text if the French one is missing (spec 1)', async () => {
  await ensureMessages(['app'])
  const all = catalogues.get()
  catalogues.set({ ...all, fr: { ...all.fr, app: { shell: { home: 'Accueil' } } } })
  expect(language.get()).toBe('fr')
  render(<Sample />, { wrapper: I18nProvider })
  expect(await screen.findByText('Log in')).toBeDefined()
})
