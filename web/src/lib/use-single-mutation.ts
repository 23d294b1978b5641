import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

type SingleMutationOptions<Answer, Input> = Omit<UseMutationOptions<Answer, Error, Input>, 'mutationFn'> & {
  mutationFn: (input: Input) => Promise<Answer>;
};

/** Like useMutation, but `mutate` does nothing while a call is running, which `isPending` only shows after a render. */
export function useSingleMutation<Answer, Input = void>({
  mutationFn,
  ...options
}: SingleMutationOptions<Answer, Input>): Pick<UseMutationResult<Answer, Error, Input>, 'mutate' | 'isPending'> {
  const isRunning = useRef(false);
  const { mutate, isPending } = useMutation({
    ...options,
    mutationFn: async (input: Input) => {
      try {
        return await mutationFn(input);
      } finally {
        isRunning.current = false;
      }
    },
  });
  return {
    isPending,
    mutate: (...call) => {
      if (isPending || isRunning.current) return;
      isRunning.current = true;
      mutate(...call);
    },
  };
}
