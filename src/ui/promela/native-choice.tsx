import { Switch } from 'react-aria-components';
import { whole } from '../../base/words.ts';
import type { Commands } from '../../session/core.ts';
import { memoryProblem, nativeMemory, type NativeView } from '../../session/promela/native-view.ts';
import { NumberLine } from './number-line.tsx';

interface Props extends Pick<Commands, 'setNative' | 'setNativeMemory'> {
  readonly native: NativeView;
}

/** Switch for searches by this machine, or what it lacks for them. */
export function NativeChoice({ native, setNative, setNativeMemory }: Props) {
  const { isOn, machine, lacks, memory } = native;
  return (
    <div className="model-options model-native" role="group" aria-label="Where SPIN searches">
      <div className="model-option">
        <Switch
          className="switch"
          isSelected={isOn}
          onChange={(on) => void setNative(on)}
          // A machine that is gone can be left.
          isDisabled={lacks !== undefined && !isOn}
        >
          <span className="switch-track" />
          Natively, on this machine
        </Switch>
        <span className="model-help note" data-testid="native-help">
          {lacks ?? <Offered {...native} />}
        </span>
      </div>
      {isOn && machine && (
        <NumberLine
          label="Memory"
          value={memory}
          placeholder={String(nativeMemory(native))}
          help={
            memoryProblem(memory, machine.memoryMB) ??
            `MB of a search, up to ${whole(machine.memoryMB)}. Empty: half of it.`
          }
          native="-DMEMLIM"
          onChange={setNativeMemory}
        />
      )}
    </div>
  );
}

function Offered({ machine }: Pick<NativeView, 'machine'>) {
  if (!machine) return 'Looking for its compiler.';
  return `The same searches by ${machine.compiler}: faster, with up to ${whole(machine.memoryMB)} MB.`;
}
