import { AssayError } from '@assay/evidence-client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { explanationOf } from '../candidate/explanation.ts'
import {
  type Answer,
  COMPARE_EVERY,
  keyOf,
  nextCases,
  type ReviewCase,
  refitOf,
  sendLabel,
} from './review-data.ts'

/** A label as it is sent. */
interface Sent {
  readonly shown: ReviewCase
  readonly correct: boolean
}

/** A sitting: cases, answers, the place in it, and what the labels say so far. */
export function useReview(run: string | undefined) {
  const queries = useQueryClient()
  const [at, setAt] = useState(0)
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map())
  const [batch, setBatch] = useState(0)
  const compared = useRef(0)
  const passed = useRef(new Set<string>())
  const cases = useQuery({
    queryKey: ['review', run, batch],
    queryFn: () => nextCases(run, passed.current),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // Answers that the service has not received.
  const [unsent, setUnsent] = useState<ReadonlyMap<string, Sent>>(new Map())
  const given = [...answers.values()].filter((answer) => answer !== 'unsure').length - unsent.size
  const refit = useQuery({ ...refitOf(run), retry: false })
  const label = useMutation({
    // One after the other: the last answer about a case is the one that stays.
    scope: { id: 'labels' },
    mutationFn: ({ shown, correct }: Sent) => sendLabel(shown, correct),
    // A service that is overloaded for a moment says so.
    retry: (failures, error) => failures < 5 && error instanceof AssayError && error.status === 503,
    onError: (_, sent) => setUnsent((now) => new Map(now).set(keyOf(sent.shown), sent)),
    onSuccess: (_, { shown }) => {
      setUnsent((now) => new Map([...now].filter(([key]) => key !== keyOf(shown))))
      void queries.invalidateQueries({ queryKey: ['history', shown.run_id, shown.observation_id] })
      compared.current += 1
      if (compared.current % COMPARE_EVERY === 0) void refit.refetch()
    },
  })
  const list = cases.data ?? []
  const shown = list[at]
  const following = list[at + 1]
  useEffect(() => {
    if (!following) return
    void queries.prefetchQuery(
      explanationOf({
        run: following.run_id,
        observation: following.observation_id,
        candidate: following.molecule_id,
      }),
    )
  }, [following, queries])
  const move = (by: number) => setAt((now) => Math.max(0, Math.min(list.length, now + by)))
  return {
    at,
    list,
    shown,
    answers,
    given,
    cases,
    refit,
    label,
    unsent: unsent.size,
    sendAgain() {
      for (const sent of unsent.values()) label.mutate(sent)
    },
    move,
    answer(answer: Answer) {
      if (!shown) return
      const key = keyOf(shown)
      const before = answers.get(key)
      if (answer === 'unsure') passed.current.add(key)
      // What was answered stays answered; being unsure takes no label back.
      if (answer !== 'unsure' || before === undefined || before === 'unsure')
        setAnswers(new Map(answers).set(key, answer))
      if (answer !== 'unsure' && (answer !== before || unsent.has(key)))
        label.mutate({ shown, correct: answer === 'yes' })
      move(1)
    },
    more() {
      setBatch((now) => now + 1)
      setAt(0)
      void refit.refetch()
    },
  }
}
