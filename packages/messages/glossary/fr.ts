import type { Term } from './term.ts'

export const frenchTerms: readonly Term[] = [
  {
    term: 'matériau',
    meaning: 'ce dont une pièce est faite ; « matière » ne désigne que ce qu’un outil enlève ou taille',
    avoid: /\bmatières?\b/i,
    otherSense: ['check.name.material-removal', 'panel.help.tapping.text', 'geometry.finding.material-removal'],
  },
  { term: 'mat', meaning: 'aspect sans brillance', avoid: /\bmatte\b/i },
  { term: 'pouce', meaning: 'unité de longueur de 25,4 mm', avoid: /\binch(es)?\b/i, otherSense: ['cli.usage'] },
  { term: 'Mo, Go', meaning: 'taille d’un fichier, en puissances de 1000', avoid: /\b[KMG]io\b/ },
  { term: 'fichier envoyé', meaning: 'fichier que nous avons reçu', avoid: /\bfichiers? déposés?\b/i },
  { term: 'code de vérification', meaning: 'chiffres d’une image à recopier', avoid: /captcha|code de sécurité/i },
  { term: 'nomenclature', meaning: 'tableau des pièces avec leurs quantités', avoid: /\bBOM\b|\blistes? de pièces\b/i },
  { term: 'devise', meaning: 'unité d’un montant', avoid: /\bmonnaies?\b/i },
  { term: 'refusé', meaning: 'état d’un paiement qui n’a pas abouti', avoid: /\béchoué/i },
  { term: 'fabricabilité', meaning: 'ce que la géométrie permet de fabriquer', avoid: /faisabilité/i },
  { term: 'débouchant', meaning: 'trou ouvert aux deux bouts', avoid: /\btraversants?\b/i },
  { term: 'prise de pièce', meaning: 'façon de tenir la pièce sur la machine', avoid: /\bposages?\b/i },
  { term: 'four de détensionnement', meaning: 'four après la fusion laser', avoid: /four de détente/i },
  { term: 'modèle maître', meaning: 'pièce dont on tire un moule', avoid: /maîtres? modèles?/i },
  { term: 'virgule décimale', meaning: '40,8 HRC', avoid: /\d\.\d+\s*(mm|HRC|MPa|%|°C|cm³|g\/cm³|USD)/ },
]
