import { act, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it, vi } from 'vitest'
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

it('keeps its translations when it renders again, and reads the time zone once', async () => {
  await ensureMessages(['app'])
  const prepared = vi.fn()

  function Counted() {
    const t = useTranslations('app.shell')
    useLayoutEffect(() => prepared(t), [t])
    return <p>{t('logIn')}</p>
  }

  const timeZones = vi.spyOn(Intl, 'DateTimeFormat')
  const { rerender } = render(<Counted />, { wrapper: I18nProvider })
  rerender(<Counted />)
  expect(prepared).toHaveBeenCalledTimes(1)

  await act(() => ensureMessages(['site']))
  expect(timeZones.mock.calls.length).toBeLessThanOrEqual(1)
})
