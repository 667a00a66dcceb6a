//! Several of the splitter's modules as one.
//!
//! They are much alike: the same types, at most three imports (stack pointer, table and memory of the
//! first part), no exports; functions and data lie at fixed places of the table and the memory. So their
//! sections are put one behind the other, and functions are numbered anew.
//!
//! What a module calls in another one it calls by a *shim*, a function that does nothing but call a place
//! of the table. A shim for a function that is in the merged module too is replaced by that function, and
//! of shims for the same place one is left.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Display;
use wasm_encoder::SectionId;
use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{CodeSection, DataSection, ElementSection, FunctionSection, Module, RawSection};
use wasmparser::{
    ConstExpr, DataSectionReader, Element, ElementItems, ElementKind, ElementSectionReader,
    FunctionBody, Import, Operator, Parser, Payload, TypeRef,
};

/// One of the splitter's modules, taken apart.
struct Source<'a> {
    types: &'a [u8],
    imports: &'a [u8],
    imported: Vec<Import<'a>>,
    /// The type of each function.
    functions: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
    elements: Option<ElementSectionReader<'a>>,
    data: Option<DataSectionReader<'a>>,
}

/// A function that calls a place of the table with its own arguments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shim {
    signature: u32,
    place: i32,
}

/// The number of a function in the merged module, by its source and its number there.
type Numbers = Vec<Vec<u32>>;

/// Writes what comes from one source, with its functions numbered anew.
struct Renumber<'a>(&'a [u32]);

impl Reencode for Renumber<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, reencode::Error<Infallible>> {
        self.0.get(function as usize).copied().ok_or(reencode::Error::InvalidConstExpr)
    }
}

/// Merges modules of one program.
///
/// # Errors
/// If one of them is not as the splitter makes them.
pub(super) fn merge(modules: &[&[u8]]) -> Result<Vec<u8>, String> {
    let sources = modules.iter().map(|m| read(m)).collect::<Result<Vec<_>, _>>()?;
    let most = sources.iter().max_by_key(|source| source.imported.len());
    let most = most.ok_or("there is nothing to merge")?;
    if sources.iter().any(|source| !source.fits(most)) {
        return Err("the modules are not of one program".to_owned());
    }
    let (numbers, kept) = numbered(&sources)?;
    write(&sources, most, &numbers, &kept).map_err(words)
}

impl Source<'_> {
    /// Whether types and imports mean the same in a module with the types and imports of `most`.
    fn fits(&self, most: &Self) -> bool {
        let kinds: [fn(&TypeRef) -> bool; 3] = [
            |ty| matches!(ty, TypeRef::Global(_)),
            |ty| matches!(ty, TypeRef::Table(_)),
            |ty| matches!(ty, TypeRef::Memory(_)),
        ];
        let same = |kind: fn(&TypeRef) -> bool| {
            let [own, all] =
                [self, most].map(|of| of.imported.iter().filter(|i| kind(&i.ty)).map(|i| i.name));
            all.take(own.clone().count()).eq(own)
        };
        self.types == most.types && kinds.into_iter().all(same)
    }
}

fn words(error: impl Display) -> String {
    error.to_string()
}

fn read(module: &[u8]) -> Result<Source<'_>, String> {
    let mut source = Source {
        types: &[],
        imports: &[],
        imported: Vec::new(),
        functions: Vec::new(),
        bodies: Vec::new(),
        elements: None,
        data: None,
    };
    let section = |range: std::ops::Range<u64>| &module[range.start as usize..range.end as usize];
    for payload in Parser::new(0).parse_all(module) {
        match payload.map_err(words)? {
            Payload::TypeSection(types) => source.types = section(types.range()),
            Payload::ImportSection(imports) => {
                source.imports = section(imports.range());
                source.imported =
                    imports.into_imports().collect::<Result<_, _>>().map_err(words)?;
                if source.imported.iter().any(|import| matches!(import.ty, TypeRef::Func(_))) {
                    return Err("it imports a function".to_owned());
                }
            }
            Payload::FunctionSection(functions) => {
                source.functions =
                    functions.into_iter().collect::<Result<_, _>>().map_err(words)?;
            }
            Payload::ExportSection(exports) if exports.count() == 0 => {}
            Payload::ElementSection(elements) => source.elements = Some(elements),
            Payload::CodeSectionEntry(body) => source.bodies.push(body),
            Payload::DataSection(data) => source.data = Some(data),
            Payload::Version { .. }
            | Payload::DataCountSection { .. }
            | Payload::CodeSectionStart { .. }
            | Payload::CustomSection(_)
            | Payload::End(_) => {}
            other => return Err(format!("it has {other:?}")),
        }
    }
    Ok(source)
}

/// The new number of every function, and which ones are kept, in order.
fn numbered(sources: &[Source<'_>]) -> Result<(Numbers, Vec<(usize, usize)>), String> {
    let shims = sources.iter().map(shims).collect::<Result<Vec<_>, _>>()?;
    let placed = placed(sources, &shims)?;
    let stand_in = |shim: &Shim, first: &BTreeMap<Shim, (usize, usize)>| {
        placed.get(&shim.place).or_else(|| first.get(shim)).copied()
    };
    let mut first_shims = BTreeMap::new();
    let mut kept = Vec::new();
    let mut number = BTreeMap::new();
    for (of, shims) in shims.iter().enumerate() {
        for (i, shim) in shims.iter().enumerate() {
            if shim.is_some_and(|shim| stand_in(&shim, &first_shims).is_some()) {
                continue;
            }
            first_shims.extend(shim.map(|shim| (shim, (of, i))));
            number.insert((of, i), kept.len() as u32);
            kept.push((of, i));
        }
    }
    let new_number = |of: usize, i: usize, shim: &Option<Shim>| {
        let function = shim.and_then(|shim| stand_in(&shim, &first_shims)).unwrap_or((of, i));
        number[&function]
    };
    let of_source = |(of, shims): (usize, &Vec<Option<Shim>>)| {
        shims.iter().enumerate().map(|(i, shim)| new_number(of, i, shim)).collect()
    };
    Ok((shims.iter().enumerate().map(of_source).collect(), kept))
}

/// Which functions of a source are shims.
fn shims(source: &Source<'_>) -> Result<Vec<Option<Shim>>, String> {
    let functions = source.functions.iter().zip(&source.bodies);
    functions.map(|(&signature, body)| shim(signature, body).map_err(words)).collect()
}

/// Nothing if the function is more than a shim.
fn shim(signature: u32, body: &FunctionBody<'_>) -> wasmparser::Result<Option<Shim>> {
    if body.get_locals_reader()?.get_count() > 0 {
        return Ok(None);
    }
    let (mut arguments, mut place, mut called) = (0, None, false);
    let mut operators = body.get_operators_reader()?;
    while !operators.eof() {
        match (operators.read()?, place, called) {
            (Operator::LocalGet { local_index }, None, false) if local_index == arguments => {
                arguments += 1;
            }
            (Operator::I32Const { value }, None, false) => place = Some(value),
            (Operator::CallIndirect { type_index, table_index: 0 }, Some(_), false)
                if type_index == signature =>
            {
                called = true;
            }
            (Operator::End, Some(_), true) => {}
            _ => return Ok(None),
        }
    }
    Ok(place.filter(|_| called).map(|place| Shim { signature, place }))
}

/// The functions, other than shims, that the sources put into the table, by their places.
fn placed(
    sources: &[Source<'_>],
    shims: &[Vec<Option<Shim>>],
) -> Result<BTreeMap<i32, (usize, usize)>, String> {
    let mut placed = BTreeMap::new();
    for (of, source) in sources.iter().enumerate() {
        for element in source.elements.clone().into_iter().flatten() {
            let (start, functions) = segment(element.map_err(words)?)?;
            let places = (start..).zip(functions);
            let real = places.filter(|(_, i)| shims[of].get(*i).is_some_and(Option::is_none));
            placed.extend(real.map(|(place, i)| (place, (of, i))));
        }
    }
    Ok(placed)
}

/// Where a segment of the table begins, and its functions.
fn segment(element: Element<'_>) -> Result<(i32, Vec<usize>), String> {
    let (ElementKind::Active { offset_expr, .. }, ElementItems::Functions(functions)) =
        (element.kind, element.items)
    else {
        return Err("a segment of its table is of another kind".to_owned());
    };
    let functions = functions.into_iter().map(|f| f.map(|f| f as usize).map_err(words));
    Ok((constant(&offset_expr)?, functions.collect::<Result<_, _>>()?))
}

fn constant(expression: &ConstExpr<'_>) -> Result<i32, String> {
    match expression.get_operators_reader().read().map_err(words)? {
        Operator::I32Const { value } => Ok(value),
        _ => Err("a segment of its table begins nobody knows where".to_owned()),
    }
}

fn write(
    sources: &[Source<'_>],
    most: &Source<'_>,
    numbers: &Numbers,
    kept: &[(usize, usize)],
) -> Result<Vec<u8>, reencode::Error<Infallible>> {
    let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
    for &(of, i) in kept {
        functions.function(sources[of].functions[i]);
        Renumber(&numbers[of]).parse_function_body(&mut code, sources[of].bodies[i].clone())?;
    }
    let (mut elements, mut data) = (ElementSection::new(), DataSection::new());
    for (source, numbers) in sources.iter().zip(numbers) {
        if let Some(section) = source.elements.clone() {
            Renumber(numbers).parse_element_section(&mut elements, section)?;
        }
        if let Some(section) = source.data.clone() {
            Renumber(numbers).parse_data_section(&mut data, section)?;
        }
    }
    let mut module = Module::new();
    module.section(&RawSection { id: SectionId::Type.into(), data: most.types });
    module.section(&RawSection { id: SectionId::Import.into(), data: most.imports });
    module.section(&functions).section(&elements).section(&code).section(&data);
    Ok(module.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        Elements, EntityType, Function, GlobalType, ImportSection, Instruction, MemoryType,
        RefType, TableType, TypeSection, ValType,
    };

    /// A module as the splitter makes them: functions of type `() -> i32`, the last one in the table.
    fn module(functions: &[&[Instruction<'_>]], place: i32, byte: u8) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let mut imports = ImportSection::new();
        let stack = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        let table = TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 9,
            maximum: None,
            shared: false,
        };
        let memory = MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        };
        imports.import("__wasm_split", "stack", EntityType::Global(stack));
        imports.import("__wasm_split", "table", EntityType::Table(table));
        imports.import("__wasm_split", "memory", EntityType::Memory(memory));
        let (mut section, mut code) = (FunctionSection::new(), CodeSection::new());
        for body in functions {
            section.function(0);
            let mut function = Function::new([]);
            body.iter().for_each(|instruction| {
                function.instruction(instruction);
            });
            code.function(function.instruction(&Instruction::End));
        }
        let (mut elements, mut data) = (ElementSection::new(), DataSection::new());
        let last = [functions.len() as u32 - 1];
        let at = wasm_encoder::ConstExpr::i32_const(place);
        elements.active(None, &at, Elements::Functions((&last[..]).into()));
        data.active(0, &at, [byte]);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&section).section(&elements);
        module.section(&code).section(&data);
        module.finish()
    }

    /// A shim for a place of the table.
    fn shim_for(place: i32) -> [Instruction<'static>; 2] {
        [Instruction::I32Const(place), Instruction::CallIndirect { type_index: 0, table_index: 0 }]
    }

    #[test]
    fn functions_and_data_of_all_are_there_and_shims_between_them_are_not() {
        let seven = module(&[&[Instruction::I32Const(7)]], 3, 0xaa);
        let calls = module(&[&shim_for(3), &[Instruction::Call(0)]], 4, 0xbb);
        let merged = merge(&[&seven, &calls]).unwrap();
        let source = read(&merged).unwrap();
        assert_eq!(source.functions.len(), 2);
        let mut last = source.bodies[1].get_operators_reader().unwrap();
        assert!(matches!(last.read().unwrap(), Operator::Call { function_index: 0 }));
        let segments = source.elements.unwrap().into_iter().map(|e| segment(e.unwrap()).unwrap());
        assert_eq!(segments.collect::<Vec<_>>(), [(3, vec![0]), (4, vec![1])]);
        let bytes = source.data.unwrap().into_iter().map(|d| d.unwrap().data[0]);
        assert_eq!(bytes.collect::<Vec<_>>(), [0xaa, 0xbb]);
    }

    #[test]
    fn shims_for_what_is_elsewhere_stay_once() {
        let calls = |place, byte| module(&[&shim_for(1), &[Instruction::Call(0)]], place, byte);
        let merged = merge(&[&calls(3, 1), &calls(4, 2)]).unwrap();
        assert_eq!(read(&merged).unwrap().functions.len(), 3);
    }

    #[test]
    fn what_the_splitter_does_not_make_is_refused() {
        assert!(merge(&[]).is_err());
        assert!(merge(&[b"text"]).is_err());
        let other = {
            let mut types = TypeSection::new();
            types.ty().function([], []);
            let mut module = Module::new();
            module.section(&types);
            module.finish()
        };
        assert!(merge(&[&module(&[&[Instruction::I32Const(7)]], 3, 1), &other]).is_err());
    }
}
