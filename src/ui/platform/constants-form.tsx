import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import type { ConstantInfo, ConstantName } from '../../session/index.ts';
import { Icon } from '../shared/icons.tsx';

interface Props {
  readonly constants: readonly ConstantInfo[];
  /** As typed. */
  readonly values: Readonly<Record<ConstantName, string>>;
  readonly problems: Readonly<Partial<Record<ConstantName, string>>>;
  readonly onChange: (name: ConstantName, value: string) => void;
}

/** One line for each constant: name, value with its unit, meaning. What is wrong with a value stands
 * where its meaning stood, so that nothing moves. */
export function ConstantsForm({ constants, values, problems, onChange }: Props) {
  return (
    <div className="constants" role="group" aria-label="Constants of the platform">
      {constants.map(({ name, meaning, unit }) => {
        const problem = problems[name];
        return (
          <TextField
            key={name}
            className="constant"
            value={values[name]}
            isInvalid={problem !== undefined}
            onChange={(value) => onChange(name, value)}
          >
            <Label className="constant-name">
              {name}
              <span className="visually-hidden">, {meaning}</span>
            </Label>
            <span className="constant-field">
              <Input className="constant-input" inputMode="numeric" spellCheck={false} />
              <span className="constant-unit" aria-hidden="true">
                {unit}
              </span>
            </span>
            {problem === undefined ? (
              <Text slot="description" className="constant-meaning">
                {meaning}
              </Text>
            ) : (
              <FieldError className="constant-problem">
                <Icon name="error" size={12} />
                {problem}
              </FieldError>
            )}
          </TextField>
        );
      })}
    </div>
  );
}
